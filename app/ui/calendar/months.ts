import { m } from '~/paraglide/messages'
import type { Calendar } from './calendar.ts'

const columns = [1, 2, 3]

/** Months, on the sheet of their year. */
export const months: Calendar = {
  earliest: '1970-01',
  latest: '9999-12',
  add: addMonths,
  turn: (month, years) => addMonths(month, 12 * years),
  leap: 10,
  sheetOf: (month) => month.slice(0, 4),
  rowsOf: (year) => [0, 3, 6, 9].map((before) => columns.map((column) => monthOf(Number(year), before + column))),
  columns: () => [],
  titleOf: (year, locale) => format(`${year}-01`, locale, { year: 'numeric' }),
  cellText: (month, locale) => format(month, locale, { month: 'short' }),
  spoken: (month, locale) => format(month, locale, { year: 'numeric', month: 'long' }),
  format: (month, locale) => (locale === 'ja' ? format(month, locale, { year: 'numeric', month: 'long' }) : month),
  previous: () => m.picker_previous_year(),
  next: () => m.picker_next_year(),
}

/** The month `count` months later. */
export function addMonths(month: string, count: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return monthOf(Math.floor(index / 12), (index % 12) + 1)
}

const monthOf = (year: number, month: number) => `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`

const format = (month: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01`))
