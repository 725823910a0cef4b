import { type Line, type Piece, type Row, lineOf } from './pdf-rows.ts'
import { joinedLines } from './text.ts'

/** Lines of a cell are as far apart as this, in ems, at most. */
const maxLeading = 1.6
/** Lines of a cell begin, end, or have their middles as near each other, in ems. */
const nearness = 0.5
/** Cells are drawn one by one, so that a gutter needs no more ems than a space to be one. */
const minGutter = 0.25
/** Rows and columns that make a table. */
const fewest = 2
/** Rows that are looked at for one table; what is longer goes on as another. */
const maxRows = 100

/** A cell with its lines, and the rows that these were drawn in. */
interface Cell {
  lines: Row[]
  left: number
  right: number
  top: number
  bottom: number
}

/** The cells that stand beside each other, and the rows of the page that they were drawn in: from one to before another. */
interface TableRow {
  cells: Cell[]
  from: number
  to: number
}

/**
 * Puts the rows of tables together whose cells are wrapped and drawn one after the other: the lines of each cell become one, with
 * an empty cell where a column has none. Only where at least two rows leave the same gutters free, and hold no columns of prose.
 */
export function wrappedRows(rows: Row[], isProse: (rows: Row[]) => boolean, columnRows: () => Set<Row>): Row[] {
  const tableRows = tableRowsOf(rows)
  const ordered: Row[] = []
  let done = 0
  for (let at = 0; at < tableRows.length;) {
    const table = tableAt(tableRows, at, isProse)
    at += Math.max(1, table.length)
    const isWrapped = table.some(({ cells }) => cells.some(({ lines }) => lines.length > 1))
    if (table.length < fewest || !isWrapped) continue
    const [from, to] = [table[0]!.from, table.at(-1)!.to]
    const inColumns = columnRows()
    if (rows.slice(from, to).some((row) => inColumns.has(row))) continue
    const columns = columnsOf(table)
    ordered.push(...rows.slice(done, from), ...table.map(({ cells }) => rowOf(cells, columns)))
    done = to
  }
  return [...ordered, ...rows.slice(done)]
}

/** The cells of the page as they are drawn, those beside each other together. */
function tableRowsOf(rows: Row[]): TableRow[] {
  const found: TableRow[] = []
  let cell: Cell | undefined
  for (const [index, row] of rows.entries()) {
    const parts = cellsOf(row)
    for (const [number, lines] of parts.entries()) {
      const current = found.at(-1)
      const next = cellOf(lines)
      if (cell && current && number === 0 && goesOn(cell, next)) {
        cell.lines.push(lines)
        cell.left = Math.min(cell.left, next.left)
        cell.right = Math.max(cell.right, next.right)
        cell.bottom = next.bottom
      } else {
        if (current && cell && isBeside(current, cell, next)) current.cells.push(next)
        else found.push({ cells: [next], from: index, to: index })
        cell = next
      }
      found.at(-1)!.to = index + 1
    }
  }
  return found
}

/** What a row has between its tabs. */
function cellsOf(row: Row): Row[] {
  const cells: Row[] = []
  for (const piece of row) {
    if (cells.length === 0 || piece.before === '\t') cells.push([piece])
    else cells.at(-1)!.push(piece)
  }
  return cells
}

function cellOf(line: Row): Cell {
  const { left, baseline } = line[0]
  return { lines: [line], left, right: line.at(-1)!.right, top: baseline, bottom: baseline }
}

const sizeOf = ({ lines }: Cell) => lines[0]![0].size

/** Whether a line is the next one of a cell. */
function goesOn(cell: Cell, line: Cell): boolean {
  const size = sizeOf(cell)
  const drop = cell.bottom - line.top
  const [first, next] = [cell.lines[0]![0], line.lines[0]![0]]
  if (first.angle !== next.angle || Math.abs(first.size - next.size) > size * 0.2) return false
  if (drop < size * 0.5 || drop > size * maxLeading) return false
  const isNear = (one: number, other: number) => Math.abs(one - other) <= size * nearness
  const last = cellOf(cell.lines.at(-1)!)
  return (
    isNear(last.left, line.left) ||
    isNear(last.right, line.right) ||
    isNear((last.left + last.right) / 2, (line.left + line.right) / 2)
  )
}

/** Whether a cell stands right of another in its row: at the same height, by its top or its middle. */
function isBeside({ cells }: TableRow, before: Cell, cell: Cell): boolean {
  const size = sizeOf(before)
  if (before.lines[0]![0].angle !== cell.lines[0]![0].angle) return false
  if (cell.left - before.right < size * minGutter) return false
  // A cell that comes later may be higher, as far as it is wrapped: its middle is known with its last line.
  return cells.every((one) => cell.top >= one.bottom - size * maxLeading)
}

/** The rows from one on that are of one table. */
function tableAt(tableRows: TableRow[], at: number, isProse: (rows: Row[]) => boolean): TableRow[] {
  const table: TableRow[] = []
  for (const row of tableRows.slice(at, at + maxRows)) {
    const above = table.at(-1)
    if (row.cells.length < fewest || !isLevel(row) || row.cells.filter(({ lines }) => isProse(lines)).length > 1) break
    if (above && Math.max(...row.cells.map(({ top }) => top)) >= Math.min(...above.cells.map(({ bottom }) => bottom)))
      break
    if (above && above.to > row.from) break
    const columns = columnsOf([...table, row])
    const isSplit = [...table, row].every(
      ({ cells }) => new Set(cells.map((cell) => columnOf(cell, columns))).size === cells.length,
    )
    if (!isSplit || columns.length < fewest) break
    table.push(row)
  }
  return table
}

/** Whether all cells of a row are at one height: by their tops, or by their middles. */
function isLevel({ cells }: TableRow): boolean {
  const isSame = (heights: number[]) => Math.max(...heights) - Math.min(...heights) <= sizeOf(cells[0]!) * nearness
  return isSame(cells.map(({ top }) => top)) || isSame(cells.map(({ top, bottom }) => (top + bottom) / 2))
}

type Column = [left: number, right: number]

/** The stretches across the page that cells take, from the left; cells above each other take one together. */
function columnsOf(table: TableRow[]): Column[] {
  const cells = table.flatMap((row) => row.cells).toSorted((one, other) => one.left - other.left)
  const columns: Column[] = []
  for (const cell of cells) {
    const last = columns.at(-1)
    if (last && cell.left < last[1] + sizeOf(cell) * minGutter) last[1] = Math.max(last[1], cell.right)
    else columns.push([cell.left, cell.right])
  }
  return columns
}

const columnOf = (cell: Cell, columns: Column[]) =>
  columns.findIndex(([left, right]) => cell.left >= left && cell.right <= right)

/** The cells of a row in their columns, each as one piece. */
function rowOf(cells: Cell[], columns: Column[]): Row {
  const first = lineOf(cells[0]!.lines[0]!)
  const top = Math.max(...cells.map((cell) => cell.top))
  return columns.map((column, index): Piece => {
    const cell = cells.find((one) => columnOf(one, columns) === index)
    const line: Line = { ...first, baseline: top, left: column[0], right: column[0], text: '' }
    if (!cell) return { ...line, before: '\t' }
    return {
      ...line,
      left: cell.left,
      right: cell.right,
      text: joinedLines(cell.lines.map((row) => lineOf(row).text)),
      before: '\t',
    }
  }) as Row
}
