import { UnreadableDocument, limits } from './document.ts'

/** Filled rows at the beginning that tell how many columns a table has. */
const rowsOfWidth = 50

/**
 * The pages of a table: rows are lines, cells are separated by tabs, and the first row that is filled names the
 * columns on every page. Empty rows and columns are left out.
 * @throws UnreadableDocument `too_large`
 */
export function tablePages(rows: string[][]): string[] {
  const table = new TableText()
  for (const row of rows) table.add(row)
  return table.pages()
}

/**
 * Makes the same of rows that come one by one. Only text is held, a string a page: a table of many short cells takes ten
 * times as much as rows.
 */
export class TableText {
  /** Lines of all cells, those of the columns that turn out to be empty among them. */
  #full: string[] = []
  #lines: string[] = []
  #rows = 0
  #characters = 0
  #columns = 0
  #used: boolean[] = []

  /** @throws UnreadableDocument `too_large` as soon as there are more rows or characters than a document may have */
  add(row: string[]): void {
    const cells = row.map(cellText)
    if (!cells.some((cell) => cell !== '')) return
    if (this.#rows++ < rowsOfWidth) this.#columns = Math.max(this.#columns, cells.length)
    cells.forEach((cell, column) => {
      if (cell !== '') this.#used[column] = true
    })
    const line = cells.join('\t')
    this.#characters += line.length
    if (this.#characters > limits.characters || this.#rows > limits.pages * limits.rowsPerPage) {
      throw new UnreadableDocument('too_large')
    }
    this.#lines.push(line)
    if (this.#lines.length === limits.rowsPerPage) this.#closePage()
  }

  pages(): string[] {
    if (this.#lines.length > 0) this.#closePage()
    const columns = Array.from({ length: this.#columns }, (_, column) => column)
    const used = columns.filter((column) => this.#used[column])
    const pages = this.#full.map((page) =>
      page
        .split('\n')
        .map((line) => this.#withoutUnusedColumns(line, used))
        .join('\n'),
    )
    const head = pages[0]?.split('\n', 1)[0]
    return pages.map((page, index) => (index === 0 ? page : `${head}\n${page}`))
  }

  #closePage() {
    this.#full.push(this.#lines.join('\n'))
    this.#lines = []
  }

  /** The cells of a line that are in used columns; a line that is wider than the table stays as it is. */
  #withoutUnusedColumns(line: string, used: number[]): string {
    const cells = line.split('\t')
    return cells.length > this.#columns ? line : used.map((column) => cells[column] ?? '').join('\t')
  }
}

/** One line of a table. */
export function toLine(cells: string[]): string {
  return cells.map(cellText).join('\t')
}

function cellText(cell: string): string {
  return cell.replace(/\s+/g, ' ').trim()
}
