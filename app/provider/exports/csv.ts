import Papa from 'papaparse'

/** What a spreadsheet takes for the beginning of a formula, in any width; such a cell gets an apostrophe in front. */
export const formula = /^[=+\-@\t\r\n＝＋－＠]/

/** With it Excel knows the file for UTF-8. */
export const byteOrderMark = '\u{feff}'

/** Rows as CSV (RFC 4180), each with its line's end; nothing in it runs when a spreadsheet opens it. Numbers stay numbers. */
export const csvLines = (rows: (string | number | null)[][]): string =>
  rows.length === 0 ? '' : `${Papa.unparse(rows, { newline: '\r\n', escapeFormulae: formula })}\r\n`

/** Rows as a file of CSV, which Excel knows for UTF-8. */
export const csvFile = (rows: (string | number | null)[][]): Uint8Array =>
  new TextEncoder().encode(byteOrderMark + csvLines(rows))
