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

/** Ranks the pages of the collections for their questions, beside plain FTS5; English has to be better, Japanese by far. */
export async function measureQuality(url: string): Promise<boolean> {
  const rows: Record<string, object> = {}
  const reached: boolean[] = []
  let firstFile = 100_001
  for (const { name, groupId, questions: asked } of collections) {
    const text = readFileSync(new URL(`./collection/${name}.txt`, import.meta.url), 'utf8')
    const documents = documentsIn(text)
    const fill: FillCollection = { documents, groupId, firstFile }
    await post(url, '/fill-collection', fill)
    const names = new Map(documents.map((document, index) => [firstFile + index, document.name]))
    firstFile += documents.length
    const ours = await rankings(url, { asked, groupId, plain: false, names })
    const plain = await rankings(url, { asked, groupId, plain: true, names })
    rows[`${name}, ${documents.length} documents, ${asked.length} questions`] = rounded(ours)
    rows[`${name}, plain FTS5`] = rounded(plain)
    reached.push(ours.ndcg > plain.ndcg + (name.startsWith('ja') ? 0.3 : 0))
  }
  console.table(rows)
  console.log(`better on English, far better on Japanese: ${reached.every(Boolean) ? 'reached' : 'missed'}`)
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
  'nDCG@10': ndcg.toFixed(3),
  'recall@10': recall.toFixed(3),
  'right page first': first.toFixed(3),
})
