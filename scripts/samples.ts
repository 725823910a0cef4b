/**
 * Makes the documents in samples/ again: `node scripts/samples.ts`. They are checked in; run this after a change of
 * their texts in scripts/samples/. Needs Debian's fonts-noto-cjk (another place of it: NOTO_CJK_DIR).
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { handbook } from './samples/handbook.ts'
import { manual } from './samples/manual.ts'
import { minutes } from './samples/minutes.ts'
import { securityPolicy } from './samples/security-policy.ts'
import { priceList, sales } from './samples/tables.ts'
import { typeset } from './samples/typeset.ts'
import { toDocx } from './samples/word.ts'
import { workRules } from './samples/work-rules.ts'

const folder = join(import.meta.dirname, '../samples')

/** Spreadsheet programs take a CSV with Japanese text for UTF-8 only if it begins with the byte order mark. */
const byteOrderMark = '\ufeff'

const samples: [name: string, make: () => Promise<Uint8Array> | string][] = [
  ['employee-handbook.pdf', () => typeset(handbook)],
  ['airsense-3-manual.pdf', () => typeset(manual)],
  ['就業規則.pdf', () => typeset(workRules)],
  ['情報セキュリティ規程.docx', () => toDocx(securityPolicy)],
  ['product-board-minutes-2026-10.docx', () => toDocx(minutes)],
  ['price-list.csv', () => Papa.unparse(priceList)],
  ['売上実績_2026年度上期.csv', () => byteOrderMark + Papa.unparse(sales)],
]

mkdirSync(folder, { recursive: true })
for (const [name, make] of samples) {
  const content = await make()
  writeFileSync(join(folder, name), content)
  console.log(`${name}  ${Math.ceil(Buffer.byteLength(content) / 1024)} KB`)
}
