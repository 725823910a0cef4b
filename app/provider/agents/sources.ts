import type { Reference } from '~/contract/chat.ts'
import { splitSentences } from '~/provider/builtin/sentences.ts'
import { log } from '~/provider/log/log.ts'
import { openingPassages } from '~/provider/search/find-passages.ts'
import { type PageContext, readContext } from '~/provider/search/passage-context.ts'
import type { Passage } from '~/provider/search/passage.ts'
import { searchPassages } from '~/provider/search/search-passages.ts'
import type { AgentTask } from './agent.ts'

/** Passages that each way to put the question is looked for in, before they are merged; and those that a model then reads. */
const candidates = 30
const read = 8
/** The share of the best passage's score that one must have for a model to read it. */
const minShare = 0.25
/** Milliseconds that a reranker may take: the order without it is good. */
const rerankLimit = 3000

/**
 * The pages that a model answers a question from, the best first, each with what stands around the words that were found.
 * Attached files are always read: where the question names nothing that is in them ('summarise this'), they are taken from
 * their beginnings.
 * @param texts the question, and other ways to put it; the first of these says all that it means
 */
export async function findSources(task: AgentTask, texts = [task.question]): Promise<PageContext[]> {
  const found = await findPassagesFor(task, candidates, texts, minShare)
  const best = await reranked(task, texts[1] ?? texts[0]!, found)
  return readContext(task.library, best.slice(0, read))
}

/** The passages that a question may be answered from, the best first; attached files as with {@link findSources}. */
export async function findPassagesFor(task: AgentTask, limit: number, texts: string[], least = 0): Promise<Passage[]> {
  const { library, groupIds, fileIds } = task
  if (fileIds.length === 0) return searchPassages({ ...task, fileIds: undefined }, texts, limit, least)
  const found = await searchPassages(task, texts, limit, least)
  return found.length > 0 ? found : openingPassages(library, { groupIds, fileIds, limit })
}

/** As they are where there is no reranker, or it fails, which the log tells. */
async function reranked({ reranker, signal }: AgentTask, question: string, passages: Passage[]): Promise<Passage[]> {
  if (!reranker || passages.length < 2) return passages
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(rerankLimit)])
    const texts = passages.map(({ file_name, text }) => `${file_name}\n${text}`)
    const places = await reranker.rerank(question, texts, limited)
    return [...new Set(places)].map((place) => passages[place]!)
  } catch (error) {
    signal.throwIfAborted()
    log.warn('not_reranked', { cause: error })
    return passages
  }
}

/** Characters of a passage that mark its place, where no claim tells which of its sentences matter. */
const maxMarked = 200

/**
 * The pages as the references of an answer, numbered from 1. A crawled page is cited by its address. A reference has the words
 * that mark its place on the page, not the passage: it is kept with every answer.
 */
export const referencesTo = (sources: PageContext[]): Reference[] =>
  sources.map(({ file_id, file_name, page, found, url }, index) => ({
    id: index + 1,
    name: file_name,
    ...(url === null ? { type: 'document', file_id, page_number: page } : { type: 'web', url }),
    excerpt: (splitSentences(found.trim())[0] ?? '').trim().slice(0, maxMarked).toWellFormed(),
  }))
