import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { fileType } from '~/provider/documents/mime.ts'
import type { Passage } from '~/provider/search/passage.ts'
import { piecesOf } from './pieces.ts'
import { quote } from './quote.ts'
import { type RankedSentence, rankSentences } from './rank.ts'

export interface BuiltinAnswer {
  /** The answer in Markdown, cut into small pieces to be streamed. */
  pieces: string[]
  references: Reference[]
}

const mostQuotations = 5
/** The least share of the question that a sentence and its context must speak of; below it, nothing was found. */
const leastCoverage = 0.34
/** Further quotations must come this near to the best one. */
const leastOfBest = 0.62

/**
 * Answers a question without a language model: it quotes the sentences that answer it best, each with its source, and
 * says what it is. It writes nothing of its own about the matter, so it cannot invent.
 * @param passages what the search found, in any number; some twenty are a good choice
 * @param language of the few words around the quotations
 * @param before the question before, where this one goes on with it
 */
export function composeAnswer(
  question: string,
  passages: Passage[],
  language: Language,
  before?: string,
): BuiltinAnswer {
  const quoted = chooseSentences(rankSentences(question, passages, before))
  if (quoted.length === 0) return { pieces: piecesOf(nothingFound(language)), references: [] }

  const references = referencesTo(quoted)
  const [best, ...others] = quoted.map(
    (sentence) => `${quote(sentence)} [:&${referenceTo(references, sentence.passage)!.id}]`,
  )
  const locale = { locale: language }
  const blocks = [
    m.builtin_lead({}, locale),
    `> ${best}`,
    ...(others.length > 0 ? [m.builtin_more({}, locale), others.map((other) => `- ${other}`).join('\n')] : []),
    `*${m.builtin_closing({}, locale)}*`,
  ]
  return { pieces: piecesOf(blocks.join('\n\n')), references }
}

function nothingFound(language: Language): string {
  const locale = { locale: language }
  return `${m.builtin_nothing_found({}, locale)}\n\n*${m.builtin_closing_nothing({}, locale)}*`
}

function chooseSentences(ranked: RankedSentence[]): RankedSentence[] {
  const best = ranked[0]
  if (!best || best.coverage < leastCoverage) return []
  const chosen: RankedSentence[] = []
  for (const sentence of ranked) {
    if (chosen.length === mostQuotations || sentence.score < best.score * leastOfBest) break
    if (!chosen.some(({ text }) => text === sentence.text)) chosen.push(sentence)
  }
  return chosen
}

/** One reference a page, numbered in the order of first quotation. */
function referencesTo(quoted: RankedSentence[]): Reference[] {
  const references: Reference[] = []
  for (const { passage, text } of quoted) cite(references, passage, text)
  return references
}

/** The page of a passage as a source: a web page has an address. */
type Cited = Pick<Passage, 'url' | 'file_id' | 'file_name' | 'page'>

/** The reference to a passage's page, a new one behind the others where there is none; its excerpt has a line for each quoted sentence. */
export function cite(references: Reference[], passage: Cited, sentence: string): Reference {
  const known = referenceTo(references, passage)
  if (known) {
    known.excerpt = `${known.excerpt}\n${sentence}`
    return known
  }
  const reference = { id: references.length + 1, name: passage.file_name, ...sourceOf(passage), excerpt: sentence }
  references.push(reference)
  return reference
}

const referenceTo = (references: Reference[], passage: Cited) => {
  const source = sourceOf(passage)
  return references.find(
    ({ url, file_id, page_number }) =>
      url === source.url && file_id === source.file_id && page_number === source.page_number,
  )
}

/** What a reference points to: a page of the web, or of a file. */
function sourceOf({ url, file_id, file_name, page }: Cited): Omit<Reference, 'id' | 'name'> {
  if (url !== null) return { type: 'web', url }
  return { type: fileType(file_name) === 'image' ? 'image' : 'document', file_id, page_number: page }
}
