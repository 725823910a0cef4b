import Papa from 'papaparse'
import { decode } from './decode.ts'
import type { DocumentPage } from './document.ts'
import { tablePages } from './table.ts'

/** Reads comma-, semicolon- or tab-separated values; the first row names the columns. */
export async function readCsv(bytes: Uint8Array): Promise<DocumentPage[]> {
  return tablePages(await csvRows(bytes)).map((text, index) => ({ page: index + 1, text }))
}

/** A first line by which a file tells Excel what separates its cells. */
const separatorLine = /^\ufeff?sep=(.)\r?\n/

/** The rows that are not empty. */
export async function csvRows(bytes: Uint8Array): Promise<string[][]> {
  const text = await decode(bytes)
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? []
  return Papa.parse<string[]>(text.slice(line.length), { skipEmptyLines: 'greedy', delimiter }).data
}
