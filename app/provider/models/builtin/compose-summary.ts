import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type CentralSentence, centralSentences, type TextPage } from './central-sentences.ts'
import { type QuotedAnswer, cite } from './compose-answer.ts'
import { piecesOf } from './pieces.ts'
import { escapeMarkdown, quote } from './quote.ts'

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

/** How many sentences are quoted of each file. */
export const sentencesOfEach = (texts: unknown[]): number => (texts.length <= few ? sentencesOfFew : sentencesOfMany)

/** Quotes the central sentences of each file, cited by page, and says what it is. A file without text says so. */
export function composeSummary(texts: Text[], language: Language): QuotedAnswer {
  const locale = { locale: language }
  const references: Reference[] = []
  const blocks = texts.map((text) => {
    const central = centralSentences(text.pages, sentencesOfEach(texts))
    const quoted = central.length > 0 ? quoteEach(central, text, references) : m.builtin_no_sentences({}, locale)
    return `${nameOf(text)}\n\n${quoted}`
  })
  const text =
    references.length > 0
      ? [m.builtin_summary_lead({}, locale), ...blocks, `*${m.builtin_closing({}, locale)}*`]
      : [...blocks, `*${m.builtin_closing_nothing({}, locale)}*`]
  return { pieces: piecesOf(text.join('\n\n')), references }
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
