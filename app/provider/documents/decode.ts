import { detectEncoding } from './detect-encoding.ts'
import { UnreadableDocument, limits } from './document.ts'
import { markedUtf16, utf16Order } from './utf16.ts'

/**
 * Decodes a text file: by its byte order mark; as UTF-16 without one; as ISO-2022-JP by its escapes; as UTF-8 if the bytes are
 * valid; else by the encoding that its letters tell.
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text, `too_large` for too many characters
 */
export async function decode(bytes: Uint8Array): Promise<string> {
  const wide = markedUtf16(bytes) ?? utf16Order(bytes)
  if (wide) return decodeAs(wide, bytes)!
  if (bytes.includes(0)) throw new UnreadableDocument('unreadable_text')
  if (hasJapaneseEscapes(bytes)) return decodeAs('iso-2022-jp', bytes)!
  return decodeAs('utf-8', bytes, true) ?? decodeAs(await detectEncoding(bytes), bytes)!
}

/** Bytes that are decoded before the limit is looked at again. */
const pieceBytes = 1024 * 1024

function decodeAs(encoding: string, bytes: Uint8Array, fatal = false): string | undefined {
  const decoder = new TextDecoder(encoding, { fatal })
  let text = ''
  try {
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      text += decoder.decode(bytes.subarray(start, start + pieceBytes), { stream: true })
      if (text.length > limits.decodedCharacters) throw new UnreadableDocument('too_large')
    }
    return text + decoder.decode()
  } catch (error) {
    if (error instanceof UnreadableDocument) throw error
    return undefined
  }
}

const escape = 0x1b

/** ESC $ @, ESC $ B or ESC ( I, which switch to two bytes a character or to half-width katakana (RFC 1468). */
function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(escape); at >= 0; at = bytes.indexOf(escape, at + 1)) {
    const sequence = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
    if (sequence === '$@' || sequence === '$B' || sequence === '(I') return true
  }
  return false
}
