import { type Piece, type Row, baselineOf, leftOf, rightOf, tolerance } from './pdf-rows.ts'

/** Fewer cells are no column. */
const fewestCells = 3
/** Columns of a table that are looked for. */
const maxColumns = 50
/** The share of a table's cells that stand in a row with others. */
const minAligned = 0.8
/** The share of numbers by which columns are unlike; those of a list, and of a form, are alike. */
const moreNumbers = 0.5
/** Where no cell is empty, columns are also unlike by the words in them: one is so many times as wide as another. */
const wider = 1.5

/** Puts the rows of tables together that are drawn column by column. */
export function tableRows(rows: Row[], isProse: (rows: Row[]) => boolean): Row[] {
  const stacks = stacksOf(rows)
  const ordered: Row[] = []
  for (let at = 0; at < stacks.length; at++) {
    const table = tableAt(stacks, at)
    if (!table || table.columns.some(isProse) || !isTable(table.columns, table.lines)) {
      ordered.push(...stacks[at]!)
      continue
    }
    ordered.push(...table.above, ...table.lines.map((line) => rowOf(line, table.columns)))
    at += table.columns.length - 1
    // What stands below its last column may begin another table.
    if (table.below.length > 0) stacks[at--] = table.below
  }
  return ordered
}

/** The rows that follow each other down the page, until one is drawn further up. */
function stacksOf(rows: Row[]): Row[][] {
  const stacks: Row[][] = []
  let before: Row | undefined
  for (const row of rows) {
    const goesUp = !before || row[0].angle !== before[0].angle || baselineOf(row) > baselineOf(before) + tolerance(row)
    if (goesUp) stacks.push([row])
    else stacks.at(-1)!.push(row)
    before = row
  }
  return stacks
}

/** Cells of one row of a table, by the numbers of their columns. */
type TableLine = (Row | undefined)[]

interface Candidate {
  columns: Row[][]
  lines: TableLine[]
  above: Row[]
  below: Row[]
}

/** Stacks that stand beside each other, as far as they do: from the top of the second to the bottom of the first. */
function tableAt(stacks: Row[][], at: number): Candidate | undefined {
  const [first, second] = [stacks[at]!, stacks[at + 1]]
  if (!second) return undefined
  const top = baselineOf(second[0]!) + tolerance(second[0]!)
  const bottom = baselineOf(first.at(-1)!) - tolerance(first.at(-1)!)
  const begin = first.findIndex((row) => baselineOf(row) <= top)
  const columns = [begin < 0 ? [] : first.slice(begin)]
  let below: Row[] = []
  for (const stack of stacks.slice(at + 1, at + maxColumns)) {
    const end = stack.findIndex((row) => baselineOf(row) < bottom)
    const column = end < 0 ? stack : stack.slice(0, end)
    if (columns.at(-1)!.length < fewestCells || column.length < fewestCells) break
    const isBeside = baselineOf(column[0]!) <= top && leftEdge(column) >= rightEdge(columns.at(-1)!)
    if (!isBeside || column[0]![0].angle !== first[0]![0].angle) break
    columns.push(column)
    below = end < 0 ? [] : stack.slice(end)
    if (below.length > 0) break
  }
  if (columns.length === 1) return undefined
  return { columns, lines: linesOf(columns), above: first.slice(0, begin), below }
}

const leftEdge = (column: Row[]) => Math.min(...column.map(leftOf))
const rightEdge = (column: Row[]) => Math.max(...column.map(rightOf))

/** The cells that share a baseline, from the top down. */
function linesOf(columns: Row[][]): TableLine[] {
  const cells = columns.flatMap((rows, column) => rows.map((row) => ({ row, column })))
  const lines: TableLine[] = []
  let baseline = Number.POSITIVE_INFINITY
  for (const { row, column } of cells.toSorted((one, other) => baselineOf(other.row) - baselineOf(one.row))) {
    const line = lines.at(-1)
    if (line && !line[column] && baseline - baselineOf(row) < tolerance(row)) {
      line[column] = row
    } else {
      baseline = baselineOf(row)
      lines.push(columns.map((_, index) => (index === column ? row : undefined)))
    }
  }
  return lines
}

function isTable(columns: Row[][], lines: TableLine[]): boolean {
  const filled = lines.map((line) => line.filter(Boolean).length)
  const aligned = filled.filter((cells) => cells > 1).reduce((sum, cells) => sum + cells, 0)
  if (aligned < columns.flat().length * minAligned) return false
  const numbers = columns.map((rows) => mean(rows.map((row) => (isNumber(row) ? 1 : 0))))
  if (Math.max(...numbers) - Math.min(...numbers) >= moreNumbers) return true
  const widths = columns.map((rows) => mean(rows.map((row) => rightOf(row) - leftOf(row))))
  return filled.every((cells) => cells === columns.length) && Math.max(...widths) >= Math.min(...widths) * wider
}

const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

/** Numbers, dates and sums; words of two letters and more are something else. */
function isNumber(row: Row): boolean {
  const text = row.map((piece) => piece.text).join(' ')
  return /\d/.test(text) && !/\p{L}{2}/u.test(text)
}

/** A row of a table, with an empty cell where a column has none. */
function rowOf(line: TableLine, columns: Row[][]): Row {
  const { baseline, size, angle } = line.find(Boolean)![0]
  const cells = line.map((row, column): Piece[] => {
    if (row) return [{ ...row[0], before: '\t' }, ...row.slice(1)]
    const edge = leftEdge(columns[column]!)
    return [{ text: '', left: edge, right: edge, baseline, size, angle, before: '\t' }]
  })
  return cells.flat() as Row
}
