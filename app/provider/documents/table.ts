import { limits } from './document.ts'

/**
 * The pages of a table: rows are lines, cells are separated by tabs, and the first row that is filled names the
 * columns on every page. Empty rows and columns are left out.
 */
export function tablePages(rows: string[][], rowsPerPage: number = limits.rowsPerPage): string[] {
  const filled = rows.map((row) => row.map(cellText)).filter((row) => row.some((cell) => cell !== ''))
  const columns = Math.max(0, ...filled.slice(0, 50).map((row) => row.length))
  const used = Array.from({ length: columns }, (_, column) => filled.some((row) => row[column]))
  const lines = filled.map((row) =>
    toLine(row.length > columns ? row : used.flatMap((keep, i) => (keep ? [row[i] ?? ''] : []))),
  )

  const pages: string[] = []
  for (let start = 0; start < lines.length; start += rowsPerPage) {
    const part = lines.slice(start, start + rowsPerPage)
    pages.push((start === 0 ? part : [lines[0]!, ...part]).join('\n'))
  }
  return pages
}

/** One line of a table. */
export function toLine(cells: string[]): string {
  return cells.map(cellText).join('\t')
}

function cellText(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim()
}
