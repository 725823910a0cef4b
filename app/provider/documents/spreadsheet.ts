import type { CellValue, SheetFilterInfo } from 'hucre'
import {
  readXls as readBinaryWorkbook,
  readXlsb as readBinaryParts,
  readXlsx as readWorkbook,
  streamXlsxRows,
} from 'hucre/xlsx'
import { checkArchive } from './archive.ts'
import { cellText } from './cell-text.ts'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { sheetNotes, sheetsWithoutCells } from './sheet-notes.ts'
import { type SheetRows, sheetPages } from './sheet-pages.ts'
import type { WorkbookSheet } from './workbook.ts'

/** Reads the visible sheets of an XLSX workbook, with their comments, shapes and charts after the last row. */
export async function readXlsx(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const pages: DocumentPage[] = []
  const notes = sheetNotes(bytes)
  for await (const sheet of xlsxSheets(bytes, deadline)) {
    pages.push(...sheetPages({ ...sheet, notes: notes.get(sheet.name) ?? [] }, pages.length))
  }
  return pages
}

/** The visible sheets of an XLSX workbook, one after the other so that only one is held as rows. */
async function* xlsxSheets(bytes: Uint8Array, deadline: Deadline): AsyncGenerator<SheetRows> {
  for (const { name, rows: batches } of await openXlsx(bytes)) {
    const rows: string[][] = []
    let characters = 0
    for await (const batch of batches()) {
      for (const row of batch) characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
      if (characters > limits.characters) throw new UnreadableDocument('too_large')
      rows.push(...batch)
      await deadline.check()
    }
    yield { name, rows }
    await deadline.check()
  }
}

/**
 * The visible sheets of an XLSX workbook, of whose rows only some are held.
 * @throws UnreadableDocument `too_large` or `damaged`
 */
export async function openXlsx(bytes: Uint8Array): Promise<WorkbookSheet[]> {
  checkArchive(bytes)
  const [sheets, withoutCells] = [await sheetsOf(bytes), sheetsWithoutCells(bytes)]
  return sheets.map(({ name, index }) => ({
    name,
    rows: () => (withoutCells.has(name) ? noRows() : orDamaged(batchesOf(bytes, index))),
  }))
}

async function* noRows(): AsyncGenerator<string[][]> {}

async function* batchesOf(bytes: Uint8Array, sheet: number): AsyncGenerator<string[][]> {
  let batch: string[][] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet })) {
    batch.push(values.map(cellText))
    if (batch.length < limits.rowsPerPage) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Reads the sheets of a binary workbook of Excel 2007 and later. */
export async function readXlsb(bytes: Uint8Array): Promise<DocumentPage[]> {
  checkArchive(bytes)
  const pages: DocumentPage[] = []
  for (const { name, rows } of (await readBinaryParts(bytes).catch(unreadable)).sheets) {
    pages.push(...sheetPages({ name, rows: textsOf(rows) }, pages.length))
  }
  return pages
}

/**
 * Reads the sheets of an Excel 97 to 2003 workbook.
 * @param workbook the stream of that name, which tells a password
 */
export async function readXls(workbook: Uint8Array, bytes: Uint8Array): Promise<DocumentPage[]> {
  const pages: DocumentPage[] = []
  for (const sheet of await xlsSheets(workbook, bytes)) pages.push(...sheetPages(sheet, pages.length))
  return pages
}

/** The sheets of an Excel 97 to 2003 workbook, as {@link readXls} takes it. */
export async function xlsSheets(workbook: Uint8Array, bytes: Uint8Array): Promise<SheetRows[]> {
  if (hasPassword(workbook)) throw new UnreadableDocument('encrypted')
  const { sheets } = await readBinaryWorkbook(withUsualName(bytes)).catch(unreadable)
  return sheets.map(({ name, rows }) => ({ name, rows: textsOf(rows) }))
}

/** The library leaves gaps where rows and cells are empty. */
const textsOf = (rows: CellValue[][]) => Object.values(rows).map((row) => Array.from(row, cellText))

/** Some programs write the stream's name in capitals, which the library does not know. */
function withUsualName(bytes: Uint8Array): Uint8Array {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('WORKBOOK\0', 'utf16le')
  if (at < 0) return bytes
  const renamed = bytes.slice()
  renamed.set(Buffer.from('Workbook', 'utf16le'), at)
  return renamed
}

/** A record FILEPASS among those before the first sheet's (MS-XLS, 2.4.117). */
function hasPassword(workbook: Uint8Array): boolean {
  const view = new DataView(workbook.buffer, workbook.byteOffset, workbook.byteLength)
  for (let at = 0; at + 4 <= workbook.length; at += 4 + view.getUint16(at + 2, true)) {
    const kind = view.getUint16(at, true)
    if (kind === 0x002f) return true
    if (kind === 0x000a) return false
  }
  return false
}

async function sheetsOf(bytes: Uint8Array): Promise<SheetFilterInfo[]> {
  const sheets: SheetFilterInfo[] = []
  await readWorkbook(bytes, {
    sheets: (info) => {
      if (!info.hidden && !info.veryHidden) sheets.push(info)
      return false
    },
  }).catch(unreadable)
  return sheets
}

async function* orDamaged<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    unreadable(error)
  }
}

function unreadable(error: unknown): never {
  if (error instanceof UnreadableDocument) throw error
  throw new UnreadableDocument('damaged', { cause: error })
}
