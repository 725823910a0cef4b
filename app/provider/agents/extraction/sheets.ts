import { writeXlsx } from 'hucre/xlsx'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { csvFile } from '~/provider/exports/csv.ts'
import type { MadeFile } from '../agent.ts'

/** A table to be given out; each row with the page that it was taken from. */
export interface Sheet {
  name: string
  header: string[]
  rows: SheetRow[]
}

export interface SheetRow {
  cells: string[]
  source: RowSource
}

export interface RowSource {
  file_id: number
  file_name: string
  page: number
}

/** What Excel allows as a sheet's name. */
const longestName = 31
const notInNames = /[\\/?*[\]:]/g

/**
 * Tables as one workbook, and as JSON for programs; the first table also as CSV. Every row ends with its file and page.
 * Texts stay texts: nothing in them runs in a spreadsheet.
 *
 * @param name of the files, without its extension
 */
export async function filesOf(name: string, sheets: Sheet[], locale: Language): Promise<MadeFile[]> {
  const tables = sheets.map((sheet) => ({ ...sheet, ...withSources(sheet, locale) }))
  const workbook = await writeXlsx({
    sheets: tables.map(({ name: table, header, rows }, index) => ({
      name: sheetName(table, index),
      rows: [header, ...rows],
    })),
  })
  const json = tables.map(({ name: table, header, rows }) => ({
    table,
    rows: rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? '']))),
  }))
  const csv = tables.slice(0, 1).flatMap(({ header, rows }) => [header, ...rows.map((row) => row.map(String))])
  return [
    { name: `${name}.xlsx`, bytes: workbook },
    { name: `${name}.csv`, bytes: csvFile(csv) },
    { name: `${name}.json`, bytes: new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`) },
  ]
}

function withSources({ header, rows }: Sheet, locale: Language) {
  return {
    header: [...header, m.extraction_file({}, { locale }), m.extraction_page({}, { locale })],
    rows: rows.map(({ cells, source }) => [...cells, source.file_name, source.page]),
  }
}

/** Names of sheets are short, and each is there once. */
function sheetName(name: string, index: number): string {
  const plain = name.replaceAll(notInNames, ' ').trim()
  return index === 0 ? plain.slice(0, longestName) : `${plain.slice(0, longestName - 4)} ${index + 1}`
}
