import { describe, expect, test } from 'vitest'
import { type Calendar, clamp, isAllowed, valueAt } from '~/ui/calendar/calendar.ts'
import { days } from '~/ui/calendar/days.ts'
import { months } from '~/ui/calendar/months.ts'

const press = (calendar: Calendar, from: string, key: string, shiftKey = false) =>
  valueAt(calendar, from, { key, shiftKey })

describe('days', () => {
  test('a sheet is its month in weeks from Sunday, with gaps around it', () => {
    // November 2026 begins on a Sunday and ends on a Monday.
    const november = days.rowsOf('2026-11')
    expect(november).toHaveLength(5)
    expect(november[0]![0]).toBe('2026-11-01')
    expect(november[4]!.slice(0, 3)).toEqual(['2026-11-29', '2026-11-30', undefined])
    // January 2027 begins on a Friday.
    expect(days.rowsOf('2027-01')[0]).toEqual([...Array(5).fill(undefined), '2027-01-01', '2027-01-02'])
  })

  test('February has its day more in leap years, and only in those', () => {
    const lengthOf = (month: string) => days.rowsOf(month).flat().filter(Boolean).length
    expect([2024, 2026, 2000, 2100].map((year) => lengthOf(`${year}-02`))).toEqual([29, 28, 29, 28])
  })

  test.each([
    ['ArrowLeft', '2026-02-28'],
    ['ArrowRight', '2026-03-02'],
    ['ArrowUp', '2026-02-22'],
    ['ArrowDown', '2026-03-08'],
    ['End', '2026-03-07'],
    ['PageUp', '2026-02-01'],
    ['PageDown', '2026-04-01'],
  ])('%s leads from 2026-03-01 to %s', (key, to) => {
    expect(press(days, '2026-03-01', key)).toBe(to)
  })

  test('Home leads to the first day of the week that the month has', () => {
    expect(press(days, '2026-03-04', 'Home')).toBe('2026-03-01')
    expect(press(days, '2027-01-02', 'Home')).toBe('2027-01-01')
  })

  test('a month that is too short gives its last day; Shift turns a year', () => {
    expect(press(days, '2026-01-31', 'PageDown')).toBe('2026-02-28')
    expect(press(days, '2024-02-29', 'PageDown', true)).toBe('2025-02-28')
    expect(press(days, '2026-12-15', 'PageDown')).toBe('2027-01-15')
  })

  test('other keys lead nowhere', () => {
    expect(press(days, '2026-03-01', 'Enter')).toBeUndefined()
    expect(press(days, '2026-03-01', 'a')).toBeUndefined()
  })

  test('are written y-MM-dd in English and with 年月日 in Japanese', () => {
    expect(days.format('2026-11-01', 'en')).toBe('2026-11-01')
    expect(days.format('2026-11-01', 'ja')).toBe('2026年11月1日')
    expect(days.titleOf('2026-11', 'en')).toBe('November 2026')
    expect(days.titleOf('2026-11', 'ja')).toBe('2026年11月')
    expect(days.columns('ja').map(({ short }) => short)).toEqual(['日', '月', '火', '水', '木', '金', '土'])
  })
})

describe('months', () => {
  test('a sheet is its year, three months a row', () => {
    const year = months.rowsOf('2026')
    expect(year.map((row) => row.length)).toEqual([3, 3, 3, 3])
    expect(year.flat()[0]).toBe('2026-01')
    expect(year.flat()[11]).toBe('2026-12')
  })

  test.each([
    ['ArrowLeft', '2026-01', '2025-12'],
    ['ArrowRight', '2026-12', '2027-01'],
    ['ArrowUp', '2026-02', '2025-11'],
    ['ArrowDown', '2026-11', '2027-02'],
    ['Home', '2026-06', '2026-04'],
    ['End', '2026-04', '2026-06'],
    ['PageUp', '2026-11', '2025-11'],
    ['PageDown', '2026-11', '2027-11'],
  ])('%s leads from %s to %s', (key, from, to) => {
    expect(press(months, from, key)).toBe(to)
  })

  test('are written y-MM in English and with 年月 in Japanese', () => {
    expect(months.format('2026-11', 'en')).toBe('2026-11')
    expect(months.format('2026-11', 'ja')).toBe('2026年11月')
  })
})

test('what lies outside the bounds cannot be picked, and the nearest day within is where the keyboard stays', () => {
  const bounds = { min: '2026-11-05', max: '2026-11-21' }
  expect(['2026-11-04', '2026-11-05', '2026-11-21', '2026-11-22'].map((day) => isAllowed(day, bounds))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(clamp('2026-12-24', bounds)).toBe('2026-11-21')
  expect(clamp('2026-01-01', bounds)).toBe('2026-11-05')
  expect(clamp('2026-11-10', bounds)).toBe('2026-11-10')
})
