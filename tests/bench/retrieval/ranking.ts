import { readFileSync } from 'node:fs'
import { post } from './calls.ts'
import { documentsIn, pageName } from './collection/collection.ts'
import { archiveQuestions } from './collection/archive-questions.ts'
import { type GradedQuestion, questions } from './collection/questions.ts'
import type { FillCollection, Search } from './entry.ts'
import { type Quality, qualityOf } from './quality.ts'

/** The collections, each in a group of its own, apart from those of the large index. */
const collections = [
  { name: 'en', groupId: 101, questions: questions.en },
  { name: 'ja', groupId: 102, questions: questions.ja },
  { name: 'en-archive', groupId: 103, questions: archiveQuestions.en },
  { name: 'ja-archive', groupId: 104, questions: archiveQuestions.ja },
]
const limit = 20
/** What dividing a collection among shards may cost at most. */
const split = { shards: 4, costs: 0.01 }

/**
 * Ranks the pages of the collections for their questions, beside plain FTS5 and beside the same in several shards; English has to be
 * better than plain, Japanese by far.
 */
export async function measureQuality(url: string): Promise<boolean> {
  const rows: Record<string, object> = {}
  const reached: boolean[] = []
  let firstFile = 100_001
  for (const { name, groupId, questions: asked } of collections) {
    const text = readFileSync(new URL(`./collection/${name}.txt`, import.meta.url), 'utf8')
    const documents = documentsIn(text)
    const fill = async (group: number, shards: number) => {
      const body: FillCollection = { documents, groupId: group, firstFile, shards }
      await post(url, '/fill-collection', body)
      const names = new Map(documents.map((document, index) => [firstFile + index, document.name]))
      firstFile += documents.length
      return names
    }
    const names = await fill(groupId, 1)
    const splitGroup = groupId + 100
    const splitNames = await fill(splitGroup, split.shards)
    const ours = await rankings(url, { asked, groupId, plain: false, names })
    const plain = await rankings(url, { asked, groupId, plain: true, names })
    rows[`${name}, ${documents.length} documents, ${asked.length} questions`] = rounded(ours)
    rows[`${name}, plain FTS5`] = rounded(plain)
    const divided = await rankings(url, { asked, groupId: splitGroup, plain: false, names: splitNames })
    rows[`${name}, in ${split.shards} shards`] = rounded(divided)
    reached.push(ours.ndcg - divided.ndcg < split.costs)
    reached.push(ours.ndcg > plain.ndcg + (name.startsWith('ja') ? 0.3 : 0))
  }
  console.table(rows)
  console.log(
    `better on English, far better on Japanese, in shards less than ${split.costs} worse: ${reached.every(Boolean) ? 'reached' : 'missed'}`,
  )
  return reached.every(Boolean)
}

interface Asked {
  asked: GradedQuestion[]
  groupId: number
  plain: boolean
  names: Map<number, string>
}

async function rankings(url: string, { asked, groupId, plain, names }: Asked): Promise<Quality> {
  const found: string[][] = []
  for (const { question } of asked) {
    const search: Search = { text: question, groupIds: [groupId], plain, rounds: 1, limit }
    const pages = (await post(url, '/search', search)) as { file_id: number; page: number }[]
    found.push(pages.map(({ file_id, page }) => pageName(names.get(file_id) ?? '', page)))
  }
  return qualityOf(asked, found)
}

const rounded = ({ ndcg, recall, first }: Quality) => ({
  'nDCG@10': ndcg.toFixed(4),
  'recall@10': recall.toFixed(3),
  'right page first': first.toFixed(3),
})
