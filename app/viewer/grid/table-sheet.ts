import type { Table } from '../table.ts'
import { type Cell, linesIn, type Look, offsetsOf, type Sheet, textWidth } from './sheet.ts'

const fontSize = 14
const lineHeight = 18
const padding = { width: 18, height: 10 }
const narrowest = 60
const widest = 420
/** Rows, evenly spread, that say how wide their columns must be, and whether these hold numbers. */
const looked = 1000
/** The reader's own font may be wider than most. */
const allowance = 1.2
const number = /^[-+(]?[¥$€£]?[\d,.]+%?\)?$/

const edge = `font: ${fontSize}px/${lineHeight}px var(--font-sans); border-bottom: 1px solid var(--color-line); padding: 5px 9px 4px`
const look: Look = { css: edge, wraps: true, vertical: 'top' }
const headLook: Look = { ...look, css: `${edge}; background: var(--color-sunken); font-weight: 600` }

/** Delimited text as a sheet: its first row names the columns and stays in view, columns are as wide as they need to be. */
export function tableSheet({ header, rows }: Table, name: string): Sheet {
  const all = [header, ...rows]
  const step = Math.ceil(rows.length / looked)
  const some = rows.filter((_, index) => index % step === 0)
  const widths = header.map((title, column) => {
    const lines = [title, ...some.map((row) => longestLine(row[column]!))]
    const needed = Math.max(...lines.map(textWidth)) * fontSize * allowance
    return Math.min(Math.max(needed + padding.width, narrowest), widest)
  })
  const heights = all.map((row) => {
    const lines = row.map((text, column) => linesIn(text, (widths[column]! - padding.width) / fontSize / allowance))
    return Math.min(Math.max(1, ...lines), 40) * lineHeight + padding.height
  })
  const isNumeric = header.map((_, column) => {
    const filled = some.flatMap((row) => row[column]!.trim() || [])
    return filled.length > 0 && filled.every((text) => number.test(text))
  })
  const cell = (row: number, column: number): Cell | undefined => {
    const text = all[row]?.[column]
    if (text === undefined) return undefined
    return { text, look: row === 0 ? headLook : look, ...(isNumeric[column] && { align: 'right' as const }) }
  }
  return {
    name,
    tops: offsetsOf(heights),
    lefts: offsetsOf(widths),
    cell,
    merges: [],
    pictures: [],
    frozen: { rows: 1, columns: 0 },
    gridLines: false,
    isPaper: false,
  }
}

const longestLine = (text: string) =>
  text.includes('\n')
    ? text.split('\n').reduce((longest, line) => (line.length > longest.length ? line : longest))
    : text
