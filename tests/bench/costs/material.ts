import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../scripts/local/packages.ts'
import { documentsIn } from '../retrieval/collection/collection.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

const questions = ['en', 'ja'].flatMap((language) =>
  read(`tests/bench/answers/questions-${language}.txt`)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => line.split(' | ')[0]!),
)
const documents = ['en', 'ja'].flatMap((language) => [
  ...documentsIn(read(`tests/bench/answers/${language}.txt`)),
  ...documentsIn(read(`tests/bench/retrieval/collection/${language}.txt`)),
])

export const questionOf = (number: number): string => questions[(number * 7) % questions.length]!

export interface Upload {
  name: string
  mimeType: string
  buffer: Buffer
}

/**
 * The `number`th file that is uploaded: of twenty a picture; of the others two in three texts, and as many tables, PDFs and Word documents.
 * @param picture a PNG
 */
export function fileOf(number: number, picture: Buffer): Upload {
  const kind = kinds[number % kinds.length]!
  const file = number % 20 === 19 ? { ...photo, buffer: picture } : kind(Math.floor(number / kinds.length), number)
  return { ...file, name: `${number}-${file.name}` }
}

const photo = { name: 'photo.png', mimeType: 'image/png' }

const text = (_: number, number: number): Upload => {
  const { name, pages } = documents[number % documents.length]!
  return { name, mimeType: 'text/plain', buffer: Buffer.from(pages.join('\n')) }
}
const sample =
  (mimeType: string, ...names: string[]) =>
  (number: number): Upload => {
    const name = names[number % names.length]!
    return { name, mimeType, buffer: readFileSync(join(root, 'samples', name)) }
  }
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const kinds = [
  text,
  text,
  sample('text/csv', 'price-list.csv', '売上実績_2026年度上期.csv'),
  text,
  sample('application/pdf', 'airsense-3-manual.pdf', 'employee-handbook.pdf', '就業規則.pdf'),
  text,
  text,
  sample(word, 'product-board-minutes-2026-10.docx', '情報セキュリティ規程.docx'),
  text,
]
