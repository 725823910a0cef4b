import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { type QuotedAnswer, cite } from './compose-answer.ts'
import { centralSentences } from './central-sentences.ts'
import { piecesOf } from './pieces.ts'
import { escapeMarkdown, quote } from './quote.ts'

interface Text {
  file_id: number
  file_name: string
  pages: { page: number; text: string }[]
}

/** Sentences of each file: more of a few files than of many. */
const sentencesOfFew = 5
const sentencesOfMany = 3
const few = 3

/** Quotes the central sentences of each file, cited by page, and says what it is. A file without text says so. */
export function composeSummary(texts: Text[], language: Language): QuotedAnswer {
  const locale = { locale: language }
  const references: Reference[] = []
  const blocks = texts.map(({ pages, ...file }) => {
    const name = `**${escapeMarkdown(file.file_name)}**`
    const central = centralSentences(pages, texts.length <= few ? sentencesOfFew : sentencesOfMany)
    if (central.length === 0) return `${name}\n\n${m.builtin_no_sentences({}, locale)}`
    const quotations = central.map((sentence) => {
      const { id } = cite(references, { ...file, url: null, page: sentence.page }, sentence.text)
      return `- ${quote(sentence)} [:&${id}]`
    })
    return `${name}\n\n${quotations.join('\n')}`
  })
  const text = [m.builtin_summary_lead({}, locale), ...blocks, `*${m.builtin_closing({}, locale)}*`].join('\n\n')
  return { pieces: piecesOf(text), references }
}
