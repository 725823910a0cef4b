import { describe, expect, test } from 'vitest'
import { chartFiles } from '~/provider/agents/charts/chart-files.ts'
import { type Chart, specOf } from '~/provider/agents/charts/chart-spec.ts'

const chart: Chart = {
  kind: 'bar',
  title: 'Sales',
  x: 'branch',
  y: 'total',
  columns: ['branch', 'total', 'note'],
  rows: [
    ['Osaka', 12, 'a'],
    ['Nagoya', 30, 'b'],
  ],
}
const encodingOf = (changes: Partial<Chart>) =>
  (specOf({ ...chart, ...changes }) as unknown as { encoding: Record<string, Record<string, unknown>> }).encoding

test('a chart holds its rows and no address', () => {
  const spec = specOf(chart)
  expect(spec.data).toEqual({
    values: [
      { x: 'Osaka', y: 12, s: null },
      { x: 'Nagoya', y: 30, s: null },
    ],
  })
  expect(JSON.stringify(spec)).not.toContain('url')
})

test('bars lie where their names are long', () => {
  expect(encodingOf({}).x!.field).toBe('x')
  expect(encodingOf({ rows: [['Nagoya head office', 1]] }).y!.field).toBe('x')
})

test('many days become a scale of time, few keep their words, numbers a scale of their own', () => {
  const days = (count: number) =>
    Array.from({ length: count }, (_, day) => [
      new Date(Date.UTC(2026, 0, day + 1)).toISOString().slice(0, 10),
      day,
      '',
    ])
  expect(encodingOf({ kind: 'line', rows: days(40) }).x!.type).toBe('temporal')
  expect(encodingOf({ kind: 'line', rows: days(6) }).x!.type).toBe('nominal')
  expect(encodingOf({ kind: 'scatter', rows: [[1, 2, '']] }).x!.type).toBe('quantitative')
})

describe('what cannot be drawn is said', () => {
  const nothing = {} as Parameters<typeof chartFiles>[1]
  test.each<[string, Partial<Chart>, string]>([
    ['an unknown column', { y: 'sum' }, 'no column sum'],
    ['an unknown series', { series: 'year' }, 'no column year'],
    ['texts as a measure', { y: 'note' }, 'does not hold numbers'],
    ['an empty measure', { rows: [['Osaka', null, '']] }, 'is empty'],
    ['no rows', { rows: [] }, 'no rows'],
    ['too many bars', { rows: Array.from({ length: 61 }, (_, at) => [`b${at}`, at, '']) }, 'at most 60'],
    ['too many slices', { kind: 'pie', rows: Array.from({ length: 13 }, (_, at) => [`b${at}`, at, '']) }, 'at most 12'],
    ['a slice below nothing', { kind: 'pie', rows: [['Osaka', -1, '']] }, 'no negative parts'],
    [
      'too many series',
      { series: 'note', rows: Array.from({ length: 11 }, (_, at) => ['b', at, `s${at}`]) },
      'told apart',
    ],
  ])('%s', async (_what, changes, reason) => {
    expect(await chartFiles({ ...chart, ...changes }, nothing)).toEqual({ hindered: expect.stringContaining(reason) })
  })
})
