import { m } from '~/paraglide/messages'
import { fetchBytes } from './bytes.ts'
import { decodeText } from './decode.ts'
import { append } from './element.ts'
import { findCells, pageRows } from './grid/find-cells.ts'
import { gridStage } from './grid/show-grid.ts'
import { tableSheet } from './grid/table-sheet.ts'
import { note } from './note.ts'
import type { View } from './stage.ts'
import { parseTable } from './table.ts'

/** As much as is read of a document anywhere; what is larger is shown from its beginning. */
const maxBytes = 32 * 2 ** 20
const maxRows = 500_000

/** Shows delimited text as a table with its header held in view, opened at the cited row. */
export const showTable: View<{ url: string }> = async (stage, { url }) => {
  const { scroller, show, signal } = stage
  const { bytes, complete } = await fetchBytes(url, signal, maxBytes)
  const table = parseTable(await decodeText(bytes, complete), complete, maxRows)
  if (table.header.length === 0) {
    append(scroller, note(m.viewer_empty()))
    return 1
  }
  if (table.cut) append(scroller, note(m.viewer_rows_cut({ rows: table.rows.length.toLocaleString(show.language) })))
  const sheet = tableSheet(table, show.name)
  const starts = pageRows(sheet)
  const page = Math.min(show.page, starts.length) - 1
  const cited = show.excerpt ? findCells(sheet, starts, page, show.excerpt) : []
  gridStage(stage)(sheet, cited, cited[0] ?? (page > 0 ? { row: starts[page]!, column: 0 } : undefined))
  return 1
}
