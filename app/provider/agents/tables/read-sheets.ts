import type { AttachedFile } from '../attached-files.ts'
import { tableBytes } from '~/contract/table-files.ts'
import { startDeadline } from '~/provider/documents/deadline.ts'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import { officeTypes } from '~/provider/documents/mime.ts'

/** A sheet of a workbook, or a file of separated values. */
export interface Sheet {
  /** Without the file's extension. */
  name: string
  rows: string[][]
  /** The page of the file where it begins, as `documents/extract.ts` counts them. */
  page: number
}

const readers: Record<string, (bytes: Uint8Array) => Promise<Omit<Sheet, 'page'>[]>> = {
  [officeTypes.xlsx]: async (bytes) => {
    const { xlsxSheets } = await import('~/provider/documents/spreadsheet.ts')
    const sheets = []
    for await (const sheet of xlsxSheets(bytes, startDeadline())) sheets.push(sheet)
    return sheets
  },
  'application/vnd.ms-excel': async (bytes) => {
    const [{ xlsSheets }, { openCompoundFile }] = await Promise.all([
      import('~/provider/documents/spreadsheet.ts'),
      import('~/provider/documents/compound-file.ts'),
    ])
    const file = openCompoundFile(bytes)
    if (!file.has('Workbook')) throw new UnreadableDocument('unsupported')
    return xlsSheets(file.read('Workbook')!, bytes)
  },
  'text/csv': separated,
  'text/tab-separated-values': separated,
}

async function separated(bytes: Uint8Array) {
  const { csvRows } = await import('~/provider/documents/csv.ts')
  return [{ name: '', rows: await csvRows(bytes) }]
}

export const hasTables = ({ mime_type }: AttachedFile) => Object.hasOwn(readers, mime_type)

/**
 * The sheets of a file that {@link hasTables}, without their empty rows.
 *
 * @throws UnreadableDocument
 */
export async function readSheets(file: AttachedFile, bytes: Uint8Array): Promise<Sheet[]> {
  if (bytes.length > tableBytes) throw new UnreadableDocument('too_large')
  const found = (await readers[file.mime_type]!(bytes))
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => row.some((cell) => cell.trim() !== '')) }))
    .filter(({ rows }) => rows.length > 0)
  const stem = file.file_name.replace(/\.[^.]+$/, '')
  let page = 1
  return found.map(({ name, rows }) => {
    const sheet = { name: found.length === 1 ? stem : name, rows, page }
    page += Math.ceil(rows.length / limits.rowsPerPage)
    return sheet
  })
}
