/** A table of a page: its first row names the columns. */
export interface FoundTable {
  header: string[]
  rows: string[][]
}

/** The tables of a text, whose cells stand between tabs: at least two rows below each other with as many cells. */
export function tablesIn(text: string): FoundTable[] {
  const tables: string[][][] = []
  let open: string[][] | undefined
  for (const line of text.split('\n')) {
    const cells = line.split('\t').map((cell) => cell.trim())
    if (cells.length < 2) open = undefined
    else if (open && open[0]!.length === cells.length) open.push(cells)
    else tables.push((open = [cells]))
  }
  return tables.flatMap(([header, ...rows]) => (header && rows.length > 0 ? [{ header, rows }] : []))
}
