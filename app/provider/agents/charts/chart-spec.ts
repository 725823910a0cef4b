import type { TopLevelSpec } from 'vega-lite'
import type { Cell } from '~/provider/sandbox/table.ts'

export const chartKinds = ['bar', 'line', 'area', 'pie', 'scatter'] as const

/** A chart of a result: which of its columns are drawn, and how. */
export interface Chart {
  kind: (typeof chartKinds)[number]
  title: string
  /** Names of columns. */
  x: string
  y: string
  /** A column whose values are drawn apart, each in a colour. */
  series?: string | undefined
  columns: string[]
  rows: Cell[][]
}

/** What a chart can show so that it can be read. */
export const maxPoints = { bar: 60, line: 1000, area: 1000, pie: 12, scatter: 1000 }
export const maxSeries = 10

export const chartFont = 'BIZ UDPGothic'

/** The accent of the product first; the others differ from it and each other for colour-blind eyes, too. */
const palette = [
  '#2f62d9',
  '#e07b1f',
  '#1f9d78',
  '#b8459b',
  '#c7a21c',
  '#4fa8d8',
  '#7a5cc9',
  '#d1495b',
  '#6b7a3a',
  '#8a8f98',
]
const ink = '#1d2433'
const muted = '#5b6475'
const line = '#e3e6ec'

/** Bars lie where their names are long or many. */
const maxUpright = 12
const longestUpright = 8

type Row = { x: Cell; y: Cell; s: Cell }

/** A chart in Vega-Lite, on white. Nothing in it but the cells is of the file. */
export function specOf(chart: Chart): TopLevelSpec {
  const at = (name: string | undefined) => chart.columns.indexOf(name ?? '')
  const rows = chart.rows.map((row): Row => ({
    x: row[at(chart.x)] ?? null,
    y: row[at(chart.y)] ?? null,
    s: row[at(chart.series)] ?? null,
  }))
  const lying = chart.kind === 'bar' && isLong(rows)
  return {
    width: chart.kind === 'pie' ? 340 : 640,
    height: lying ? { step: chart.series === undefined ? 26 : 14 } : 340,
    padding: 24,
    background: '#ffffff',
    autosize: { type: 'pad', contains: 'padding' },
    title: { text: chart.title, anchor: 'start', fontSize: 18, offset: 18, limit: 700, color: ink },
    data: { values: rows },
    ...markOf(chart, rows, lying),
    config: {
      font: chartFont,
      range: { category: palette },
      view: { stroke: null },
      axis: {
        labelFontSize: 13,
        titleFontSize: 13,
        labelColor: muted,
        titleColor: muted,
        gridColor: line,
        domainColor: line,
        tickColor: line,
        titleFontWeight: 'normal',
        titlePadding: 12,
        labelLimit: 220,
      },
      legend: {
        labelFontSize: 13,
        titleFontSize: 13,
        labelColor: ink,
        titleColor: muted,
        titleFontWeight: 'normal',
        labelLimit: 200,
      },
    },
  } as TopLevelSpec
}

function markOf(chart: Chart, rows: Row[], lying: boolean) {
  const color = chart.series ? { field: 's', type: 'nominal', title: chart.series, sort: null } : { value: palette[0] }
  if (chart.kind === 'pie') {
    return {
      mark: { type: 'arc', outerRadius: 150, stroke: '#ffffff' },
      encoding: {
        theta: { field: 'y', type: 'quantitative', stack: true },
        color: { field: 'x', type: 'nominal', title: chart.x, sort: null },
        order: { field: 'y', type: 'quantitative', sort: 'descending' },
      },
    }
  }
  const amount = { field: 'y', type: 'quantitative', title: chart.y, axis: { tickCount: 6 } }
  const place = { field: 'x', ...placeOf(chart, rows), title: chart.x }
  const mark = {
    bar: { type: 'bar', cornerRadiusEnd: 2 },
    line: { type: 'line', strokeWidth: 2.5, point: rows.length <= 60 },
    area: { type: 'area', line: true, opacity: 0.75 },
    scatter: { type: 'circle', size: 60, opacity: 0.7 },
  }[chart.kind]
  const apart =
    chart.kind === 'bar' && chart.series ? { [lying ? 'yOffset' : 'xOffset']: { field: 's', sort: null } } : {}
  return { mark, encoding: { ...(lying ? { x: amount, y: place } : { x: place, y: amount }), ...apart, color } }
}

/** Days become a scale of time where there are many, and keep their own words where there are few. */
function placeOf({ kind }: Chart, rows: Row[]) {
  const values = rows.map(({ x }) => x).filter((x) => x !== null)
  const distinct = new Set(values).size
  if (kind !== 'bar' && values.every((x) => typeof x === 'number')) {
    return {
      type: 'quantitative',
      scale: { zero: false },
      axis: { format: values.every((x) => isYear(x)) ? 'd' : undefined },
    }
  }
  if (kind !== 'bar' && distinct > maxUpright && values.every((x) => /^\d{4}-\d\d(-\d\d)?/.test(String(x)))) {
    return { type: 'temporal', scale: { type: 'utc' }, axis: { format: '%Y-%m-%d', labelOverlap: true, labelAngle: 0 } }
  }
  return {
    type: 'nominal',
    sort: null,
    axis: { labelAngle: distinct > maxUpright || isLong(rows) ? undefined : 0, labelOverlap: kind !== 'bar' },
  }
}

const isYear = (value: Cell) => Number.isInteger(value) && Number(value) >= 1900 && Number(value) <= 2100

const isLong = (rows: Row[]) =>
  new Set(rows.map(({ x }) => x)).size > maxUpright || rows.some(({ x }) => String(x).length > longestUpright)
