import Papa from 'papaparse'
import { decode } from './decode.ts'
import type { DocumentPage } from './document.ts'
import { tablePages } from './table.ts'

/** Reads comma-, semicolon- or tab-separated values; the first row names the columns. */
export async function readCsv(bytes: Uint8Array): Promise<DocumentPage[]> {
  return tablePages(csvRows(bytes)).map((text, index) => ({ page: index + 1, text }))
}

/** The rows that are not empty. */
export const csvRows = (bytes: Uint8Array): string[][] =>
  Papa.parse<string[]>(decode(bytes), { skipEmptyLines: 'greedy' }).data
