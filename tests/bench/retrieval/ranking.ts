import { readFileSync } from 'node:fs'
import { post } from './calls.ts'
import { documentsIn, pageName } from './collection/collection.ts'
import { questions } from './collection/questions.ts'
import type { FillCollection, Search } from './entry.ts'
import { type Quality, qualityOf } from './quality.ts'

/** The groups of the two collections, apart from those of the large index. */
export const collectionGroups = { en: 101, ja: 102 }
const limit = 20

/** Ranks the pages of the small collections for their questions, beside plain FTS5; English has to be better, Japanese by far. */
export async function measureQuality(url: string): Promise<boolean> {
  const rows: Record<string, object> = {}
  const reached: boolean[] = []
  let firstFile = 100_001
  for (const language of ['en', 'ja'] as const) {
    const text = readFileSync(new URL(`./collection/${language}.txt`, import.meta.url), 'utf8')
    const documents = documentsIn(text)
    const fill: FillCollection = { documents, groupId: collectionGroups[language], firstFile }
    await post(url, '/fill-collection', fill)
    const names = new Map(documents.map(({ name }, index) => [firstFile + index, name]))
    firstFile += documents.length
    const ours = await rankings(url, { language, plain: false, names })
    const plain = await rankings(url, { language, plain: true, names })
    rows[`${language}, ${documents.length} documents, ${questions[language].length} questions`] = rounded(ours)
    rows[`${language}, plain FTS5`] = rounded(plain)
    reached.push(ours.ndcg > plain.ndcg + (language === 'ja' ? 0.3 : 0))
  }
  console.table(rows)
  console.log(`better on English, far better on Japanese: ${reached.every(Boolean) ? 'reached' : 'missed'}`)
  return reached.every(Boolean)
}

interface Asked {
  language: 'en' | 'ja'
  plain: boolean
  names: Map<number, string>
}

async function rankings(url: string, { language, plain, names }: Asked): Promise<Quality> {
  const found: string[][] = []
  for (const { question } of questions[language]) {
    const search: Search = { text: question, groupIds: [collectionGroups[language]], plain, rounds: 1, limit }
    const pages = (await post(url, '/search', search)) as { file_id: number; page: number }[]
    found.push(pages.map(({ file_id, page }) => pageName(names.get(file_id) ?? '', page)))
  }
  return qualityOf(questions[language], found)
}

const rounded = ({ ndcg, recall, first }: Quality) => ({
  'nDCG@10': ndcg.toFixed(3),
  'recall@10': recall.toFixed(3),
  'right page first': first.toFixed(3),
})
