import Papa from 'papaparse'
import { decode } from './decode.ts'
import type { DocumentPage } from './document.ts'
import { TableText } from './table.ts'

/** Reads comma-, semicolon- or tab-separated values; the first row names the columns. */
export async function readCsv(bytes: Uint8Array): Promise<DocumentPage[]> {
  const table = new TableText()
  await eachRow(bytes, (row) => table.add(row))
  return table.pages().map((text, index) => ({ page: index + 1, text }))
}

/** The rows that are not empty. */
export async function csvRows(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = []
  await eachRow(bytes, (row) => rows.push(row))
  return rows
}

/** A first line by which a file tells Excel what separates its cells. */
const separatorLine = /^\ufeff?sep=(.)\r?\n/

/** Takes the rows that are not empty one by one, so that none is held that the caller does not keep. */
async function eachRow(bytes: Uint8Array, take: (row: string[]) => void): Promise<void> {
  const text = await decode(bytes)
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? []
  Papa.parse<string[]>(text.slice(line.length), {
    skipEmptyLines: 'greedy',
    delimiter,
    step: ({ data }) => take(data),
  })
}
