import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { splitSentences } from '~/provider/builtin/sentences.ts'
import { isHeading } from '~/provider/search/passages.ts'
import { type Finding, type Quote } from './finding.ts'
import { inQuotationMarks } from '../quotation-marks.ts'
import type { DocumentText } from './document-text.ts'
import { hasWords, plainText, locateQuote } from './locate-quote.ts'
import type { WordRule } from './word-rules.ts'

type Judgement = Pick<Finding, 'verdict' | 'quotes' | 'reason'>

/** Places that are quoted at most. */
const maxQuotes = 3

/** Looks for a rule's words in a whole document. What a document lacks is only known where all of it was read. */
export function judgeWords(rule: WordRule, document: DocumentText, locale: Language): Judgement {
  const found = rule.terms.map((term) => ({ term, quotes: quotesOf(term, document) }))
  const quotes = distinct(found.flatMap((one) => one.quotes.slice(0, maxQuotes))).slice(0, maxQuotes)
  const lacking = found.filter((one) => one.quotes.length === 0).map(({ term }) => inQuotationMarks(term, locale))
  const words = lacking.join(locale === 'ja' ? '' : ', ')
  if (rule.demand === 'forbidden') {
    if (quotes.length > 0) return { verdict: 'violated', quotes, reason: '' }
    return absence('met', m.compliance_words_nowhere({ words }, { locale }), document, locale)
  }
  const lacks = rule.any ? lacking.length === rule.terms.length : lacking.length > 0
  if (lacks) {
    return { ...absence('violated', m.compliance_words_nowhere({ words }, { locale }), document, locale), quotes }
  }
  return rule.heading ? judgeHeadings(rule, document, quotes, locale) : { verdict: 'met', quotes, reason: '' }
}

/** The words are in the text; whether as headings, is the question. */
function judgeHeadings(
  { terms, any }: WordRule,
  { pages }: DocumentText,
  quotes: Quote[],
  locale: Language,
): Judgement {
  const headings = terms.map(plainText).map((term) =>
    pages.flatMap(({ page, text, plain }) => {
      const line = hasWords(plain, term) && text.split('\n').find((one) => isHeadingOf(one, term))
      return line ? [{ page, words: line.trim() }] : []
    }),
  )
  const enough = any ? headings.some((one) => one.length > 0) : headings.every((one) => one.length > 0)
  if (!enough) return { verdict: 'unclear', quotes, reason: m.compliance_no_heading({}, { locale }) }
  return { verdict: 'met', quotes: headings.flatMap((one) => one.slice(0, 1)).slice(0, maxQuotes), reason: '' }
}

const numbering =
  /^(?:(?:article|section|chapter|§)\s*\d+(?:\.\d+)*|第[\d一二三四五六七八九十]+[条章節項]|\d+(?:\.\d+)*)[.):]?\s*[（(【]?/

/** A heading with these words, or a line that begins with them as its title. */
function isHeadingOf(line: string, term: string): boolean {
  const plain = plainText(line)
  if (!hasWords(plain, term)) return false
  const title = plain.replace(numbering, '')
  const begins = title.startsWith(term) && (title !== plain || title[term.length] === ':')
  return begins || isHeading(line)
}

function absence(verdict: Finding['verdict'], reason: string, { complete }: DocumentText, locale: Language): Judgement {
  if (complete) return { verdict, quotes: [], reason }
  return { verdict: 'unclear', quotes: [], reason: m.compliance_not_read_whole({}, { locale }) }
}

/** The sentences that have the words; where they run over a line's end, the words alone. */
function quotesOf(term: string, { pages }: DocumentText): Quote[] {
  const plain = plainText(term)
  const quotes: Quote[] = []
  for (const page of pages) {
    if (quotes.length >= maxQuotes) break
    if (!hasWords(page.plain, plain)) continue
    const sentences = page.text
      .split('\n')
      .flatMap(splitSentences)
      .filter((sentence) => hasWords(plainText(sentence), plain))
    const words = sentences.length > 0 ? sentences : [locateQuote(page.text, term, { whole: true })!]
    quotes.push(...words.map((one) => ({ page: page.page, words: one })))
  }
  return quotes
}

const distinct = (quotes: Quote[]) => [...new Map(quotes.map((one) => [`${one.page} ${one.words}`, one])).values()]
