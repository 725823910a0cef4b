import { m } from '~/paraglide/messages'
import { fetchBytes } from './bytes.ts'
import { decodeText } from './decode.ts'
import { append, element } from './element.ts'
import { highlightExcerpt, reveal } from './highlight.ts'
import { note } from './note.ts'
import type { View } from './stage.ts'
import { parseTable } from './table.ts'

const maxBytes = 2 ** 21
const maxRows = 1000

const cellClass = 'max-w-[500px] border-b border-line px-3 py-1.5 align-top'
const number = /^[-+(]?[¥$€£]?[\d,.]+%?\)?$/

/** Shows delimited text as a table with its header held in view. */
export const showTable: View<{ url: string }> = async ({ scroller, show, signal }, { url }) => {
  const { bytes, complete } = await fetchBytes(url, signal, maxBytes)
  const { header, rows, cut } = parseTable(decodeText(bytes, complete), complete, maxRows)
  if (header.length === 0) {
    append(scroller, note(m.viewer_empty()))
    return 1
  }

  const head = header.map((name, column) =>
    element('th', { scope: 'col', class: `${cellClass} bg-sunken font-semibold ${alignment(rows, column)}` }, name),
  )
  const body = rows.map((row) =>
    element(
      'tr',
      { class: 'hover:bg-canvas' },
      ...row.map((cell, column) => element('td', { class: `${cellClass} ${alignment(rows, column)}` }, cell)),
    ),
  )
  const table = element(
    'table',
    { class: 'w-full border-separate border-spacing-0 bg-surface text-[13px]' },
    element('thead', { class: 'sticky top-0 z-1' }, element('tr', {}, ...head)),
    element('tbody', {}, ...body),
  )
  append(scroller, table)
  if (cut) append(scroller, note(m.viewer_rows_cut({ rows: rows.length.toLocaleString(show.language) })))
  const passage = show.excerpt ? highlightExcerpt(table, show.excerpt) : null
  if (passage) reveal(scroller, passage)
  return 1
}

/** Numbers stand under one another by their last digit; a column is judged by its first rows. */
function alignment(rows: readonly string[][], column: number): string {
  const filled = rows.slice(0, 20).flatMap((row) => row[column]?.trim() || [])
  return filled.length > 0 && filled.every((cell) => number.test(cell)) ? 'text-right tabular-nums' : 'text-left'
}
