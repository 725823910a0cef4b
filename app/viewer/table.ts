import Papa from 'papaparse'

/** A table cut to what can be shown: every row has as many cells as the widest. */
export interface Table {
  header: string[]
  rows: string[][]
  /** Whether rows were left out. */
  cut: boolean
}

/** A first line that names the separator of a file's cells for Excel. */
const separatorLine = /^\ufeff?sep=(.)\r?\n/
const mostColumns = 1000
/** Of all rows, each as wide as the widest. */
const mostCells = 4_000_000

/**
 * Reads delimited text (comma, tab, semicolon or bar, whichever fits) with its first row as the header,
 * at most `limit` rows after it. `complete` is false where the text was cut; its last row is then left out.
 */
export function parseTable(text: string, complete: boolean, limit: number): Table {
  const [line = '', delimiter = ''] = separatorLine.exec(text) ?? []
  const { data } = Papa.parse<string[]>(text.slice(line.length), {
    skipEmptyLines: 'greedy',
    preview: limit + 2,
    delimiter,
  })
  const whole = complete || data.length > limit + 1 ? data : data.slice(0, -1)
  const widest = whole.reduce((most, row) => Math.max(most, row.length), 0)
  const width = Math.min(widest, mostColumns)
  const most = Math.min(limit, Math.floor(mostCells / Math.max(width, 1)))
  const [header = [], ...rows] = whole
    .slice(0, most + 1)
    .map((row) => Array.from({ length: width }, (_, column) => row[column] ?? ''))
  return { header, rows, cut: !complete || whole.length > most + 1 || widest > width }
}
