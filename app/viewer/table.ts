import Papa from 'papaparse'

/** A table cut to what can be shown: every row has as many cells as the widest. */
export interface Table {
  header: string[]
  rows: string[][]
  /** Whether rows were left out. */
  cut: boolean
}

/**
 * Reads delimited text (comma, tab, semicolon or bar, whichever fits) with its first row as the header,
 * at most `limit` rows after it. `complete` is false where the text was cut; its last row is then left out.
 */
export function parseTable(text: string, complete: boolean, limit: number): Table {
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy', preview: limit + 2 })
  const whole = complete || data.length > limit + 1 ? data : data.slice(0, -1)
  const width = Math.max(0, ...whole.map((row) => row.length))
  const [header = [], ...rows] = whole.map((row) => [...row, ...Array<string>(width - row.length).fill('')])
  return { header, rows: rows.slice(0, limit), cut: !complete || rows.length > limit }
}
