import Papa from 'papaparse'
import { UnreadableDocument } from '~/provider/documents/document.ts'

/** Opens a file's bytes; each pass over them opens them again, since they are too many to be held. */
export type Open = () => Promise<ReadableStream<Uint8Array>>

/** Characters that are parsed at once. */
const pieceLength = 256 * 1024
/** Characters of one row: more are a quotation mark that never ends. */
const longestRow = 1024 * 1024
/** A first line by which a file tells Excel what separates its cells. */
const separatorLine = /^\ufeff?sep=(.)\r?\n/

/**
 * The rows of separated values, some at a time, so that a file of any size costs no more memory than a piece of it.
 *
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text, `damaged` for a row without an end
 */
export async function* csvRows(open: Open, encoding: string): AsyncGenerator<string[][]> {
  let parser: Papa.Parser | undefined
  let rest = ''
  const parsed = (isLast: boolean): string[][] => {
    if (!parser) {
      const [line = '', delimiter = ''] = separatorLine.exec(rest) ?? []
      rest = rest.slice(line.length)
      parser = parserFor(rest, delimiter)
    }
    const { data, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>
    rest = rest.slice(meta.cursor)
    if (rest.length > longestRow) throw new UnreadableDocument('damaged')
    return data
  }
  const decoder = new TextDecoder(encoding)
  for await (const bytes of await open()) {
    rest += decoder.decode(bytes, { stream: true })
    if (rest.length >= pieceLength) yield parsed(false)
  }
  rest += decoder.decode()
  yield parsed(true)
}

/** What separates cells and rows is guessed from the first of them. */
function parserFor(beginning: string, delimiter: string): Papa.Parser {
  const { meta } = Papa.parse(beginning, { preview: 100, delimiter, skipEmptyLines: 'greedy' })
  return new Papa.Parser({ delimiter: meta.delimiter, newline: meta.linebreak as '\n' })
}
