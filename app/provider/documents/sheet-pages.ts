import type { DocumentPage } from './document.ts'
import { tablePages } from './table.ts'

/** A sheet as texts: dates as 2026-04-01, numbers as they are. */
export interface SheetRows {
  name: string
  rows: string[][]
  /** Comments on cells, and texts of what lies over them. */
  notes?: string[]
}

/** The pages of a sheet after `before` others. Its name heads each of them, since it often says what the numbers are. */
export function sheetPages({ name, rows, notes = [] }: SheetRows, before: number): DocumentPage[] {
  const texts = tablePages(rows)
  const beside = notes.filter((note) => note.trim() !== '')
  if (texts.length === 0 && beside.length > 0) texts.push('')
  return texts.map((text, index) => {
    const last = index === texts.length - 1 ? beside : []
    return { page: before + index + 1, text: [name, text, ...last].filter(Boolean).join('\n') }
  })
}
