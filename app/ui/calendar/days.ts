import { m } from '~/paraglide/messages'
import { formatDay } from '../day.tsx'
import type { Calendar } from './calendar.ts'
import { addMonths } from './months.ts'

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const week = [0, 1, 2, 3, 4, 5, 6]

/** Days, on the sheet of their month. Weeks begin on Sunday. */
export const days: Calendar = {
  earliest: '1970-01-01',
  latest: '9999-12-31',
  add: addDays,
  turn: (day, months) => {
    const month = addMonths(day.slice(0, 7), months)
    return `${month}-${String(Math.min(Number(day.slice(8)), lengthOf(month))).padStart(2, '0')}`
  },
  leap: 12,
  sheetOf: (day) => day.slice(0, 7),
  rowsOf: (month) => {
    const first = `${month}-01`
    const before = new Date(first).getUTCDay()
    const rows = Math.ceil((before + lengthOf(month)) / 7)
    const cell = (index: number) => (index < 0 || index >= lengthOf(month) ? undefined : addDays(first, index))
    return Array.from({ length: rows }, (_, row) => week.map((weekday) => cell(row * 7 + weekday - before)))
  },
  columns: (locale) =>
    // 4 January 1970 was a Sunday.
    week.map((weekday) => ({
      short: format(addDays('1970-01-04', weekday), locale, { weekday: locale === 'ja' ? 'narrow' : 'short' }),
      long: format(addDays('1970-01-04', weekday), locale, { weekday: 'long' }),
    })),
  titleOf: (month, locale) => format(`${month}-01`, locale, { year: 'numeric', month: 'long' }),
  cellText: (day) => String(Number(day.slice(8))),
  spoken: (day, locale) => format(day, locale, { dateStyle: 'full' }),
  format: (day, locale) => formatDay(day, locale, 'UTC'),
  previous: () => m.picker_previous_month(),
  next: () => m.picker_next_month(),
}

function addDays(day: string, count: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() + count)
  return dayOf(date)
}

const lengthOf = (month: string) =>
  Number(dayOf(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))).slice(8))

const format = (day: string, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))
