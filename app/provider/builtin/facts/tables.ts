/** A table of a page: its first row names the columns. */
export interface FoundTable {
  header: string[]
  rows: string[][]
}

/** A line of a page: a paragraph, or a row of a table, whose first row is `header`. */
export type Line = { text: string; cells?: undefined } | { text: string; cells: string[]; header?: string[] }

/** The line under the names of a Markdown table. */
const delimiter = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/

/** The lines of a text. The cells of a row stand between tabs, or, in Markdown, between bars. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let header: string[] | undefined
  for (const line of text.split('\n')) {
    const cells = cellsOf(line)
    if (cells && delimiter.test(line.trim())) continue
    if (!cells) header = undefined
    else if (header?.length !== cells.length) header = cells
    lines.push(cells ? { text: line, cells, header } : { text: line })
  }
  return lines
}

/** The tables of a text: at least two rows below each other with as many cells. */
export function tablesIn(text: string): FoundTable[] {
  const tables: FoundTable[] = []
  for (const { cells, header } of linesOf(text).filter((line) => line.cells !== undefined)) {
    if (cells === header) tables.push({ header: cells!, rows: [] })
    else tables.at(-1)!.rows.push(cells!)
  }
  return tables.filter(({ rows }) => rows.length > 0)
}

/** Undefined for a line that is no row. */
function cellsOf(line: string): string[] | undefined {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim())
  const bars = /^\s*\|(.+)\|\s*$/.exec(line)
  return bars?.[1]!.split(/(?<!\\)\|/).map((cell) => withoutMarks(cell.replaceAll('\\|', '|')))
}

/** Markdown's marks for emphasis, code and links say nothing in a table of values. */
const withoutMarks = (cell: string) =>
  cell
    .replaceAll(/!?\[([^[\]]*)\]\([^)]{0,2000}\)/g, '$1')
    .replaceAll(/<([^<>\s@]+@[^<>\s]+|https?:[^<>\s]+)>/g, '$1')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .trim()
