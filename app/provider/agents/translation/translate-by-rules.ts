import { amountsIn } from '~/provider/builtin/facts/amounts.ts'
import { datesIn } from '~/provider/builtin/facts/dates.ts'
import type { TextLanguage } from './languages.ts'
import { measures } from './measures.ts'
import { normalized } from './terms.ts'

/** The glossary as rules look words up: as `wordKey` has them. */
export type Glossary = Map<string, string>

export const wordKey = (text: string) => normalized(text).toLowerCase()

/** Characters of a text that rules may translate: a longer one is prose. */
const longestText = 500
/** Characters of a term. */
const longestTerm = 80

const separator = /[\s\p{P}\p{S}]/u
/** Numbers, and codes that every language writes alike: `17-A`, `ISO 9001`, `PDF`. */
const code = /(?:[A-Z0-9]*\d[A-Z0-9]*(?:[.,:/_-][A-Z0-9]+)*|[A-Z]{2,})[%℃]?/y

/**
 * Translates what takes no understanding: terms of the glossary, dates, sums of money, measures, numbers and codes with
 * punctuation between them. Undefined for any other text, and for terms that only a blank separates: their order would
 * be a guess.
 */
export function translateByRules(text: string, to: TextLanguage, glossary: Glossary): string | undefined {
  const plain = text.normalize('NFKC').trim()
  if (plain.length > longestText) return undefined
  let result = ''
  let at = 0
  let afterTerm = false
  const facts = factsIn(plain, to)
  while (at < plain.length) {
    const fact = facts.get(at)
    const term = fact ? undefined : termAt(plain, at, glossary)
    const other = fact ?? term ?? plainAt(plain, at, to)
    if (other) {
      if (term && afterTerm) return undefined
      result += other.text
      at += other.length
      afterTerm = term !== undefined
    } else if (separator.test(plain[at]!)) {
      afterTerm &&= plain[at] === ' '
      result += plain[at++]
    } else {
      return undefined
    }
  }
  return inPunctuationOf(to, result)
}

interface Piece {
  text: string
  /** Characters of the original. */
  length: number
}

/** The dates and sums of money, by where they begin. */
function factsIn(plain: string, to: TextLanguage): Map<number, Piece> {
  const facts = new Map<number, Piece>()
  const place = (found: { text: string }[], says: (index: number) => string) => {
    let from = 0
    for (const [index, { text }] of found.entries()) {
      const at = plain.indexOf(text, from)
      from = at + text.length
      facts.set(at, { text: says(index), length: text.length })
    }
  }
  const amounts = amountsIn(plain)
  place(amounts, (index) => money(amounts[index]!, to))
  const dates = datesIn(plain)
  place(dates, (index) => day(dates[index]!.iso, to))
  return facts
}

const money = ({ value, currency }: { value: number; currency: string }, to: TextLanguage) =>
  new Intl.NumberFormat(to, {
    style: 'currency',
    currency,
    currencyDisplay: to === 'ja' ? 'name' : 'symbol',
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
    maximumFractionDigits: Number.isInteger(value) ? 0 : 2,
  })
    .format(value)
    .replaceAll('\u00a0', ' ')

const day = (iso: string, to: TextLanguage) =>
  new Intl.DateTimeFormat(to, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso))

/** The longest term that begins here, and ends where a word does. */
function termAt(plain: string, at: number, glossary: Glossary): Piece | undefined {
  for (let end = Math.min(plain.length, at + longestTerm); end > at; end--) {
    if (end < plain.length && !separator.test(plain[end]!) && !separator.test(plain[end - 1]!)) continue
    const text = glossary.get(wordKey(plain.slice(at, end)))
    if (text !== undefined && plain[end - 1] !== ' ') return { text, length: end - at }
  }
  return undefined
}

/** A measure, a number or a code that begins here, and ends where a word does. */
function plainAt(plain: string, at: number, to: TextLanguage): Piece | undefined {
  for (const { pattern, says } of measures(to)) {
    const found = matchAt(pattern, plain, at)
    if (found) return { text: says(found), length: found[0].length }
  }
  const found = matchAt(code, plain, at)
  return found && { text: found[0], length: found[0].length }
}

function matchAt(pattern: RegExp, plain: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  const found = pattern.exec(plain)
  const next = found && plain[at + found[0].length]
  return found && (next === undefined || separator.test(next!)) ? found : undefined
}

const eastAsian = new Set<TextLanguage>(['ja', 'zh-Hans', 'zh-Hant'])
const wide: Record<string, string> = { ':': '：', ',': '、', '(': '（', ')': '）' }
const narrow: Record<string, string> = {
  '、': ', ',
  '。': '. ',
  '・': ' · ',
  '「': '“',
  '」': '”',
  '〜': ' – ',
  '~': ' – ',
}

/** Punctuation as the language has it, with its blanks. What stands in numbers stays. */
function inPunctuationOf(to: TextLanguage, text: string): string {
  if (eastAsian.has(to)) {
    return text
      .replace(/(?<!\d)\. *$/, '。')
      .replace(/(?:(?<! ) +)?([:,()])(?: +|(?=\P{N}|$)|(?<=\())/gu, (_, sign: string) => wide[sign]!)
      .replace(/(?<=[^\p{ASCII}]) +(?=[^\p{ASCII}])/gu, '')
  }
  return text
    .replace(/[、。・「」〜~]/g, (sign) => narrow[sign]!)
    .replace(/:(?=[^\s\d])|(?<=\D):(?=\d)/g, ': ')
    .replace(/(?<=\S)\((?=\S)/g, ' (')
    .replace(/ {2,}/g, ' ')
    .trim()
}
