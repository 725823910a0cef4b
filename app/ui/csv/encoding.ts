/** An encoding of CSV files, as `TextDecoder` and papaparse name it. */
export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'shift_jis'

/**
 * How a CSV file is encoded: as its byte order mark says, else UTF-8 if all its bytes are valid, else Shift_JIS, as Excel
 * writes it in Japanese.
 */
export async function csvEncoding(file: Blob): Promise<CsvEncoding> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return (await isUtf8(file)) ? 'utf-8' : 'shift_jis'
}

/** A CSV file's text, without a byte order mark. */
export async function csvText(file: Blob): Promise<string> {
  return new TextDecoder(await csvEncoding(file)).decode(await file.arrayBuffer())
}

/** Bytes that are looked at together: the file may be large. */
const pieceSize = 2 ** 20

async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let start = 0; start < file.size; start += pieceSize) {
      decoder.decode(await file.slice(start, start + pieceSize).arrayBuffer(), { stream: true })
    }
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
