import { isHeading } from '~/provider/search/passages.ts'
import { questionLanguage } from './language.ts'

/** A sentence or a row of a table, as it can be quoted. */
export interface Sentence {
  /** Verbatim from the page. */
  text: string
  /** Pairs of column name and value, for a row of a table. */
  row?: { name: string; value: string }[]
  /** The headings above it in the passage, and the sentences right before it: what its pronouns speak of. */
  context: string
}

const segmenters = {
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
  ja: new Intl.Segmenter('ja', { granularity: 'sentence' }),
}
/** At the end of a segment, after which a name or a number follows; 'a.m.' with a capital after it ends a sentence. */
const abbreviation =
  /(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Gen|Col|Capt|Lt|Sgt|Rev|Gov|Sen|No|Nos|Art|Sec|Fig|Vol|p|pp|vs|approx|incl|tel|Tel|ext|Ext|Dept|Univ|Inc|Ltd|Co|Corp|Bros|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov|Dec)\.|(?<!\b[ap]\.)\b[A-Za-z]\.|\b(?:e\.g|i\.e|cf|etc|ca)\.)\s*$/

/** 最終改定日：2026年4月1日: a short line that says something, and is above nothing. */
const field = /^[^:：]{1,40}[:：]\s*\S.*\d/

const listMarker = /^\s*(?:[•‣▪●○◆■□・–]\s*|\(?\d{1,2}[.)]\s+)/

/** The sentences of a passage. Headings are context, not answers; the row of column names goes with each row below it. */
export function sentencesOf(passage: string): Sentence[] {
  const found: Sentence[] = []
  let heading = ''
  let header: string[] | undefined
  for (const line of passage.split('\n')) {
    const cells = line.split('\t')
    if (cells.length > 1) {
      if (header?.length !== cells.length) header = cells
      else found.push({ text: line, row: pairs(header, cells), context: heading })
      continue
    }
    header = undefined
    if (isHeading(line) && !field.test(line)) {
      heading = line
      continue
    }
    let before = ''
    for (const text of splitSentences(line)) {
      found.push({ text, context: `${heading}\n${before}` })
      before = text
    }
  }
  return found.length > 0 ? found : headingsAsSentences(passage)
}

/** Characters before a segment that an abbreviation at its end may begin with. */
const longestAbbreviation = 12

/**
 * Cuts a paragraph after its sentences, in either language. Every sentence is a verbatim part of it, without the mark of a list. What is
 * not whole goes on with the next segment, of which the end alone is looked at: a quotation may be as long as a book.
 */
export function splitSentences(paragraph: string): string[] {
  const starts: number[] = []
  let isWhole = true
  let quotations = 0
  for (const { segment, index } of segmenters[questionLanguage(paragraph)].segment(paragraph)) {
    if (isWhole) {
      starts.push(index)
      quotations = 0
    }
    quotations += opened(segment)
    const start = Math.max(starts.at(-1)!, index - longestAbbreviation)
    const end = paragraph.slice(start, index + segment.length)
    isWhole = quotations <= 0 && isEnd(end) && !(start === starts.at(-1) && listNumber.test(end))
  }
  return starts
    .map((start, at) =>
      paragraph
        .slice(start, starts[at + 1])
        .replace(listMarker, '')
        .trim(),
    )
    .filter((sentence) => sentence !== '')
}

/** How many more quotations begin in a segment than end there. */
const opened = (segment: string) =>
  (segment.match(/[「『（]/g)?.length ?? 0) - (segment.match(/[」』）]/g)?.length ?? 0)

const listNumber = /^\(?\d+[.)]\s*$/

/** Whether a sentence may end so: not with an abbreviation, or a mark within a word. */
const isEnd = (end: string) => !abbreviation.test(end) && !/[.!?][\])}"'[({]*$/.test(end)

/** A slide or a list may be made of nothing but short lines. */
function headingsAsSentences(passage: string): Sentence[] {
  const lines = passage.split('\n').filter((line) => line.trim() !== '')
  return lines.map((text, index) => ({ text, context: lines.slice(Math.max(0, index - 1), index).join('\n') }))
}

function pairs(header: string[], cells: string[]): { name: string; value: string }[] {
  return cells.map((value, index) => ({ name: header[index] ?? '', value })).filter(({ value }) => value !== '')
}

/** A sentence in words, as it is compared. */
export const textOf = ({ text, row }: Sentence): string =>
  row ? row.map(({ name, value }) => `${name} ${value}`).join(' ') : text
