import type { CellValue } from 'hucre'

/** What a cell of a spreadsheet holds, as text: dates as 2026-04-01, numbers as they are. */
export function cellText(value: CellValue): string {
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
