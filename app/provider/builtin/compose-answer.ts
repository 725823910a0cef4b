import type { Reference } from '~/contract/chat.ts'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { fileType } from '~/provider/documents/mime.ts'
import type { Passage } from '~/provider/search/passage.ts'
import type { TermRarity } from '~/provider/search/weigh-terms.ts'
import { readQuestion } from './asked-question.ts'
import { piecesOf } from './pieces.ts'
import { quotationAround } from './quotation.ts'
import { escapeMarkdown, quote } from './quote.ts'
import { type RankedSentence, rankSentences } from './rank.ts'
import type { Sentence } from './sentences.ts'
import { judge, missingNames, type Verdict } from './verdict.ts'

export interface BuiltinAnswer extends QuotedAnswer {
  /** Whether the quotations answer the question. */
  verdict: Verdict
}

/** Words with quotations. */
export interface QuotedAnswer {
  /** The answer in Markdown, cut into small pieces to be streamed. */
  pieces: string[]
  references: Reference[]
}

/** Quotations of an answer, and of what only comes near one. */
const maxQuotations = { says: 5, nearest: 3 }
/** Further quotations must come this near to the best one. */
const minShareOfBest = 0.62

interface Circumstances {
  /** Of the few words around the quotations. */
  language: Language
  /** The question before, where this one goes on with it. */
  before?: string | undefined
  /** How rare the question's terms are in all that was searched; where it is left out, in the passages. */
  rarity?: TermRarity | undefined
}

/**
 * Answers a question without a language model: it quotes the sentences that answer it best, each with its source, and
 * says what it is. It writes nothing of its own about the matter, so it cannot invent; and it says whether they answer, only
 * come near, or whether there is nothing.
 * @param passages what the search found, in any number; some twenty are a good choice
 */
export function composeAnswer(
  question: string,
  passages: Passage[],
  { language, before, rarity }: Circumstances,
): BuiltinAnswer {
  const asked = readQuestion(question, passages, { before, rarity })
  const ranked = rankSentences(asked, passages)
  const verdict = judge(asked, ranked[0])
  const locale = { locale: language }
  if (verdict === 'nothing') {
    const text = `${m.builtin_nothing_found({}, locale)}\n\n*${m.builtin_closing_nothing({}, locale)}*`
    return { verdict, pieces: piecesOf(text), references: [] }
  }
  const references: Reference[] = []
  const cited = (quoted: Sentence[], { passage }: RankedSentence) => {
    for (const { text } of quoted) cite(references, passage, text)
    return `${asOnPage(quoted, passage)} [:&${referenceTo(references, passage)!.id}]`
  }
  const [best, ...rest] = chooseSentences(ranked, maxQuotations[verdict])
  const quotation = verdict === 'says' ? quotationAround(asked, best!) : [best!]
  const others = rest.filter(({ text }) => !quotation.some((quoted) => quoted.text === text))
  const blocks =
    verdict === 'says'
      ? [m.builtin_lead({}, locale), quotedWithHeading(cited(quotation, best!), best!)]
      : [nearestLead(missingNames(asked, best!), locale), `- ${cited(quotation, best!)}`]
  const more = others.map((other) => `- ${cited([other], other)}`).join('\n')
  if (more !== '' && verdict === 'says') blocks.push(m.builtin_more({}, locale), more)
  else if (more !== '') blocks.push(`${blocks.pop()}\n${more}`)
  blocks.push(`*${m.builtin_closing({}, locale)}*`)
  return { verdict, pieces: piecesOf(blocks.join('\n\n')), references }
}

/** Sentences that stand beside each other, in Markdown: Japanese has no blank between them. */
const asOnPage = (quoted: Sentence[], { text }: Passage): string =>
  quoted.reduce((joined, sentence, index) => {
    const isAdjacent = index > 0 && text.includes(`${quoted[index - 1]!.text}${sentence.text}`)
    return `${joined}${index === 0 || isAdjacent ? '' : ' '}${quote(sentence)}`
  }, '')

/** The heading that a sentence stands under tells of what it speaks. */
function quotedWithHeading(quotation: string, { context, row }: RankedSentence): string {
  const heading = row ? '' : context.split('\n', 1)[0]!.trim()
  return heading === '' ? `> ${quotation}` : `> **${escapeMarkdown(heading)}**\n>\n> ${quotation}`
}

function nearestLead(missing: string[], locale: { locale: Language }): string {
  if (missing.length === 0) return m.builtin_nearest({}, locale)
  const names = new Intl.ListFormat(locale.locale, { type: 'conjunction' }).format(missing.map(escapeMarkdown))
  return m.builtin_nearest_without({ names }, locale)
}

function chooseSentences(ranked: RankedSentence[], most: number): RankedSentence[] {
  const chosen: RankedSentence[] = []
  for (const sentence of ranked) {
    if (chosen.length === most || sentence.score < ranked[0]!.score * minShareOfBest) break
    if (!chosen.some(({ text }) => text === sentence.text)) chosen.push(sentence)
  }
  return chosen
}

/** The page of a passage as a source: a web page has an address. */
type Cited = Pick<Passage, 'url' | 'file_id' | 'file_name' | 'page'>

/** The reference to a passage's page, a new one after the others where there is none; its excerpt has a line for each quoted sentence. */
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
