import type { CellValue, SheetFilterInfo } from 'hucre'
import { readXlsx as readWorkbook, streamXlsxRows } from 'hucre/xlsx'
import { checkArchive } from './archive.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { tablePages } from './table.ts'

/** Reads the visible sheets of an XLSX workbook, one after the other so that only one is held as rows. */
export async function readXlsx(bytes: Uint8Array): Promise<DocumentPage[]> {
  checkArchive(bytes)
  const pages: DocumentPage[] = []
  for (const { name, index } of await sheetsOf(bytes)) {
    const rows: string[][] = []
    let characters = 0
    for await (const { values } of orDamaged(streamXlsxRows(bytes, { sheet: index }))) {
      const row = values.map(cellText)
      characters += row.reduce((sum, cell) => sum + cell.length + 1, 0)
      if (characters > limits.characters) throw new UnreadableDocument('too_large')
      rows.push(row)
    }
    // A sheet's name heads each of its pages: it often says what the numbers are.
    for (const text of tablePages(rows)) pages.push({ page: pages.length + 1, text: `${name}\n${text}` })
  }
  return pages
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

function cellText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  // Fifteen digits are what a spreadsheet shows; the rest is binary rounding.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)))
  return String(value)
}

/** 2026-04-01, or 2026-04-01 09:30:00 where the cell has a time; a spreadsheet's dates have no zone. */
function dateText(date: Date): string {
  const [day, time] = date.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day! : `${day} ${time}`
}
