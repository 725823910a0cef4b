import Papa from 'papaparse'
import { csvEncoding } from '~/ui/csv/encoding.ts'

/** Some rows of a CSV file, and how many of its bytes have been read up to them. */
export interface CsvPiece {
  rows: string[][]
  bytes: number
}

/** Bytes that are read at a time. */
const pieceSize = 256 * 1024

/**
 * Reads a CSV file piece by piece, whatever its size: never more than a piece and an unfinished row is held. Not by
 * papaparse's own reading of files, which cuts characters of several bytes apart.
 */
export async function* csvRows(file: Blob): AsyncGenerator<CsvPiece, void> {
  const decoder = new TextDecoder(await csvEncoding(file))
  let parser: Papa.Parser | undefined
  let text = ''
  for (let start = 0; start < file.size; start += pieceSize) {
    const bytes = Math.min(start + pieceSize, file.size)
    const last = bytes === file.size
    text += decoder.decode(await file.slice(start, bytes).arrayBuffer(), { stream: !last })
    parser ??= parserFor(text)
    const { data, meta } = parser.parse(text, 0, !last) as Papa.ParseResult<string[]>
    text = text.slice(meta.cursor)
    yield { rows: data.filter((row) => row.some((field) => field.trim() !== '')), bytes }
  }
}

/** Separator and line ends are those of the beginning: Excel writes semicolons in much of Europe. */
function parserFor(beginning: string): Papa.Parser {
  const { meta } = Papa.parse<string[]>(beginning, { preview: 10 })
  return new Papa.Parser({ delimiter: meta.delimiter, newline: meta.linebreak as '\n' | '\r' | '\r\n' })
}
