import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type CentralSentence, centralSentences, type TextPage } from './central-sentences.ts'
import { type QuotedAnswer, cite } from './compose-answer.ts'
import { piecesOf } from './pieces.ts'
import { escapeMarkdown, firstNames, quote } from './quote.ts'
import { sentencesOf } from './sentences.ts'

/** A file as it is summed up. */
export interface Text {
  file_id: number
  file_name: string
  pages: TextPage[]
}

/** Sentences of each file: more of a few files than of many. */
const sentencesOfFew = 5
const sentencesOfMany = 3
const few = 3
/** What is told of a table. */
const firstRows = 3
const maxColumns = 20

/** How many sentences are quoted of each file. */
export const sentencesOfEach = (texts: unknown[]): number => (texts.length <= few ? sentencesOfFew : sentencesOfMany)

/**
 * Quotes the central sentences of each file, cited by page, and says what it is; of a table its columns and first rows. A file
 * without text says so.
 */
export function composeSummary(texts: Text[], language: Language): QuotedAnswer {
  const locale = { locale: language }
  const references: Reference[] = []
  let summed = false
  const blocks = texts.map((text) => {
    const central = centralSentences(text.pages, sentencesOfEach(texts))
    summed ||= central.length > 0
    const quoted = central.length > 0 ? quoteEach(central, text, references) : describeTable(text, references, language)
    return `${nameOf(text)}\n\n${quoted ?? m.builtin_no_sentences({}, locale)}`
  })
  const closing = references.length > 0 ? m.builtin_closing({}, locale) : m.builtin_closing_nothing({}, locale)
  const parts = [...(summed ? [m.builtin_summary_lead({}, locale)] : []), ...blocks, `*${closing}*`]
  return { pieces: piecesOf(parts.join('\n\n')), references }
}

/** What columns the first table of a file has, and its first rows; undefined where there is none. */
function describeTable({ pages, ...file }: Text, references: Reference[], language: Language): string | undefined {
  for (const { page, text } of pages) {
    const rows = sentencesOf(text).filter(({ row }) => row)
    if (rows.length === 0) continue
    const head = text.split('\n').find((line) => line.includes('\t'))!
    const names = head.split('\t').filter((name) => name.trim() !== '')
    const first = rows.slice(0, firstRows).map((row) => ({ ...row, page }))
    const lead = m.builtin_table({ columns: firstNames(names, maxColumns) }, { locale: language })
    const hint = m.builtin_table_hint({}, { locale: language })
    return `${lead}\n\n${quoteEach(first, { ...file, pages }, references)}\n\n*${hint}*`
  }
  return undefined
}

/** A file's name above what it says. */
export const nameOf = ({ file_name }: Text): string => `**${escapeMarkdown(file_name)}**`

/** A list of sentences of a file, each cited by its page. */
export const quoteEach = (
  sentences: CentralSentence[],
  { file_id, file_name }: Text,
  references: Reference[],
): string =>
  sentences
    .map((sentence) => {
      const { id } = cite(references, { file_id, file_name, url: null, page: sentence.page }, sentence.text)
      return `- ${quote(sentence)} [:&${id}]`
    })
    .join('\n')
