import type { Reference } from '~/contract/chat.ts'
import { openingPassages } from '~/provider/search/find-passages.ts'
import type { Passage } from '~/provider/search/passage.ts'
import { searchPassages } from '~/provider/search/search-passages.ts'
import type { AgentTask } from './agent.ts'

/**
 * The passages that a question is answered from, the best first. Attached files are always read: where the question
 * names nothing that is in them ('summarise this'), they are taken from their beginnings.
 * @param texts the question, and other ways to put it; the question alone where not given
 */
export async function findSources(task: AgentTask, limit: number, texts = [task.question]): Promise<Passage[]> {
  const { db, groupIds, fileIds } = task
  if (fileIds.length === 0) return searchPassages({ ...task, fileIds: undefined }, texts, limit)
  const found = await searchPassages(task, texts, limit)
  return found.length > 0 ? found : openingPassages(db, { groupIds, fileIds, limit })
}

/** The passages as the references of an answer, numbered from 1. A crawled page is cited by its address. */
export const referencesTo = (passages: Passage[]): Reference[] =>
  passages.map(({ file_id, file_name, page, text, url }, index) => ({
    id: index + 1,
    name: file_name,
    ...(url === null ? { type: 'document', file_id, page_number: page } : { type: 'web', url }),
    excerpt: text,
  }))
