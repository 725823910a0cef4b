import type { AttachedFile } from '~/provider/agents/attached-files.ts'
import { tableOfSheet } from '~/provider/agents/tables/table-of-sheet.ts'
import { priceList, sales } from '../../../scripts/samples/tables.ts'

export const file: AttachedFile = {
  file_id: 1,
  file_name: 'a.csv',
  mime_type: 'text/csv',
  size: 1,
  object_key: 'k',
  status: 'done',
  status_reason: null,
}

export const made = (rows: string[][], name = 'a', taken: string[] = []) =>
  tableOfSheet({ name, rows, page: 1 }, file, taken)!

/** The tables of the samples. */
export const prices = made(priceList, 'price-list').table
export const 売上 = made(sales, '売上実績').table
