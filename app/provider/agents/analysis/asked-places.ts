import { isJapanese } from '~/provider/builtin/language.ts'
import { inFigures, type Place, sectionKind, sectionNumber, sectionWords } from '~/provider/builtin/places.ts'

/** Pages and sections that a question names, and what is left of the question. */
interface AskedPlaces {
  /** As they were written. */
  names: string[]
  places: Place[]
  /** Which part of a file is meant is not in it any more. */
  rest: string
}

const separator = String.raw`\s*(?:,|、|and|&|と|to|through|until|から|[-–~〜])\s*`
const numbers = `\\d+(?:${separator}\\d+)*`
const lead = String.raw`(?:\b(?<lead>on|in|of|from)\s+)?(?:the\s+)?`
/** 3ページで tells how long the summary is to be. */
const patterns = [
  `${lead}(?<name>\\b(?:pages?|pp?\\.)\\s*(?<pages>${numbers}))\\b(?!\\s*(?:words|sentences|lines))`,
  `${lead}(?<name>\\b(?<word>${sectionWords.english})\\s*(?<number>${sectionNumber.english}))(?![\\d])`,
  `(?<name>(?<pages>${numbers})\\s*(?:ページ|頁)目?)(?!で(?![はの])|以内|程度|くらい|ぐらい|以下|分|に(?:要約|まとめ))`,
  `(?<name>第\\s*(?<number>${sectionNumber.japanese})\\s*(?<word>${sectionWords.japanese}))`,
  `(?<name>(?<number>\\d+)(?<word>章))`,
].map((pattern) => new RegExp(pattern, 'gi'))

/** Which pages and sections a question is about: 'page 3', 'chapter 2', 第2章. Undefined where it names none. */
export function askedPlaces(question: string): AskedPlaces | undefined {
  const found: Pick<AskedPlaces, 'names' | 'places'> = { names: [], places: [] }
  let rest = question.normalize('NFKC')
  const file = isJapanese(rest) ? 'この資料' : 'the document'
  for (const pattern of patterns) {
    rest = rest.replace(pattern, (...match) => {
      const { name, lead: preposition, pages, word, number } = match.at(-1) as Record<string, string | undefined>
      found.names.push(name!)
      if (pages !== undefined) found.places.push(...rangesIn(pages))
      else found.places.push({ kind: sectionKind(word!), number: inFigures(number!) })
      return preposition === undefined ? file : ''
    })
  }
  return found.places.length > 0 ? { ...found, rest } : undefined
}

/** '3 to 5, 8' is two ranges. */
const rangesIn = (written: string): Place[] =>
  [...written.matchAll(/(\d+)(?:\s*(?:to|through|until|から|[-–~〜])\s*(\d+))?/g)].map(([, from, to = from]) => ({
    from: Number(from),
    to: Number(to),
  }))
