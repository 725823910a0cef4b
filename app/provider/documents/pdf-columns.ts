import { type Row, baselineOf, minGutter, leftOf, rightOf, tolerance } from './pdf-rows.ts'
import { tableRows } from './pdf-table-columns.ts'
import { wrappedRows } from './pdf-wrapped-cells.ts'

/**
 * Puts rows in the order in which they are read. A page mostly draws them so, with two exceptions: tables that are drawn column by
 * column, whose rows are put together, and columns of prose that are drawn line by line across the page, which are taken apart.
 * What decides is where things stand: columns of a table share their baselines and are unlike each other, lines of prose fill
 * their column, and nothing stands in a gutter through many lines.
 */
export function inReadingOrder(rows: Row[]): Row[] {
  const whole = wrappedRows(rows, isProse, () => rowsInColumns(rows))
  return proseColumns(tableRows(whole, isProse), maxColumns)
}

/** The rows that are drawn across columns of prose. */
function rowsInColumns(rows: Row[]): Set<Row> {
  const found = new Set<Row>()
  for (let at = 0; at < rows.length;) {
    const end = columnsAt(rows, at, maxColumns)?.end ?? at
    for (const row of rows.slice(at, end)) found.add(row)
    at = Math.max(end, at + 1)
  }
  return found
}

/** Fewer lines are no column. */
const fewestLines = 5
/** Ems; a narrower column is one of a table. */
const narrowest = 12
/** How full a line of prose is, and the share of its column's lines that are. */
const full = { line: 0.85, column: 0.6 }
/** Where both columns have lines, the share of one's that the other has at least: in cells that are wrapped, each has its own. */
const minShared = 0.8
/** Lines that are looked through for a gutter: no page has more. */
const maxLines = 400
const maxColumns = 6
/** Gaps of a line that are tried as a gutter. */
const maxGutters = 4

/** Whether the lines of a column are wrapped text: as wide as that needs, and mostly as full as the fullest fifth. */
function isProse(rows: Row[]): boolean {
  if (rows.length < fewestLines) return false
  const left = Math.min(...rows.map(leftOf))
  const right = rows.map(rightOf).toSorted((a, b) => b - a)[Math.floor(rows.length / 5)]!
  const size = rows[Math.floor(rows.length / 2)]![0].size
  if (right - left < size * narrowest) return false
  const isFull = (row: Row) => rightOf(row) - left > (right - left) * full.line
  const hasCells = (row: Row) => row.slice(1).some(({ before }) => before === '\t')
  return rows.filter((row) => isFull(row) && !hasCells(row)).length >= rows.length * full.column
}

/** Takes columns of prose apart that are drawn line by line across the page. */
function proseColumns(rows: Row[], columns: number): Row[] {
  const ordered: Row[] = []
  for (let at = 0; at < rows.length;) {
    const found = columns > 1 ? columnsAt(rows, at, columns) : undefined
    if (found) ordered.push(...proseColumns(found.left, columns - 1), ...proseColumns(found.right, columns - 1))
    else ordered.push(rows[at]!)
    at = found?.end ?? at + 1
  }
  return ordered
}

interface Columns {
  left: Row[]
  /** All that is right of the first gutter. */
  right: Row[]
  /** The number of the first row after them. */
  end: number
}

/** The columns of prose that begin with a row. */
function columnsAt(rows: Row[], at: number, columns: number): Columns | undefined {
  for (const gutter of guttersAt(rows, at)) {
    const found = apart(rows, at, gutter)
    if (areBeside(found) && isProse(found.left) && hasProse(found.right, columns - 1)) return found
  }
  return undefined
}

function hasProse(rows: Row[], columns: number): boolean {
  if (isProse(rows)) return true
  return columns > 1 && (columnsAt(rows, 0, columns)?.end ?? 0) >= rows.length * minShared
}

type Gutter = [from: number, to: number]

/** The gaps of a row, and the one to the next row if that stands beside it. */
function guttersAt(rows: Row[], at: number): Gutter[] {
  const [row, next] = [rows[at]!, rows[at + 1]]
  const gutters = row.slice(1, maxGutters).map(({ left }, index): Gutter => [row[index]!.right, left])
  if (next && Math.abs(baselineOf(next) - baselineOf(row)) < row[0].size * 2) {
    gutters.push([Math.min(rightOf(row), rightOf(next)), Math.max(leftOf(row), leftOf(next))])
  }
  return gutters.filter(([from, to]) => to - from >= row[0].size * minGutter)
}

/** Tells rows that follow each other down the page apart, as far as they leave a gutter free. */
function apart(rows: Row[], at: number, [from, to]: Gutter): Columns {
  const found: Columns = { left: [], right: [], end: at }
  const { angle } = rows[at]![0]
  let above = Number.POSITIVE_INFINITY
  for (const row of rows.slice(at, at + maxLines)) {
    if (row[0].angle !== angle || baselineOf(row) > above + tolerance(row)) break
    const middle = (from + to) / 2
    const split = row.findIndex(({ left, right }) => (left + right) / 2 > middle)
    const [left, right] = split < 0 ? [row, []] : [row.slice(0, split), row.slice(split)]
    from = Math.max(from, left.at(-1)?.right ?? from)
    to = Math.min(to, right[0]?.left ?? to)
    if (to - from < row[0].size * minGutter) break
    if (left.length > 0) found.left.push(left as Row)
    if (right.length > 0) found.right.push(right as Row)
    above = baselineOf(row)
    found.end++
  }
  return found
}

/** Whether both columns have as many lines where they stand beside each other. */
function areBeside({ left, right }: Columns): boolean {
  if (left.length === 0 || right.length === 0) return false
  const top = Math.min(baselineOf(left[0]!), baselineOf(right[0]!)) + tolerance(left[0]!)
  const bottom = Math.max(baselineOf(left.at(-1)!), baselineOf(right.at(-1)!)) - tolerance(left[0]!)
  const shared = (rows: Row[]) => rows.filter((row) => baselineOf(row) <= top && baselineOf(row) >= bottom).length
  const [fewer, more] = [shared(left), shared(right)].toSorted((a, b) => a - b) as [number, number]
  return fewer >= fewestLines && fewer >= more * minShared
}
