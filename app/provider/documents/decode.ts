import { detectEncoding } from '~/encoding/detect-encoding.ts'
import { toldEncoding } from '~/encoding/told-encoding.ts'
import { UnreadableDocument, limits } from './document.ts'

/**
 * Decodes a text file: by its byte order mark; as UTF-16 without one; as ISO-2022-JP by its escapes; as UTF-8 if the bytes are
 * valid; else by the encoding that its letters tell.
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text, `too_large` for too many characters
 */
export async function decode(bytes: Uint8Array): Promise<string> {
  const told = encodingTold(bytes)
  if (told) return decodeAs(told, bytes)!
  return decodeAs('utf-8', bytes, true) ?? decodeAs(await detectEncoding(bytes), bytes)!
}

/** Bytes that are decoded before the limit is looked at again. */
const pieceBytes = 1024 * 1024

/**
 * The encoding that the first bytes of a text file tell, or all of them: of UTF-8, what comes later may prove it wrong.
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text
 */
export async function encodingOfBeginning(bytes: Uint8Array, { isWhole }: { isWhole: boolean }): Promise<string> {
  const told = encodingTold(bytes)
  if (told) return told
  const letters = isWhole ? bytes : bytes.subarray(0, beforeLastCharacter(bytes))
  return decodeAs('utf-8', letters, true) === undefined ? detectEncoding(bytes) : 'utf-8'
}

/** Where the last character begins if it is UTF-8 beyond ASCII, at most four bytes long: it may be cut off. */
function beforeLastCharacter(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= Math.max(0, bytes.length - 4); at--) {
    if (bytes[at]! < 0x80) return bytes.length
    if (bytes[at]! >= 0xc0) return at
  }
  return bytes.length
}

/** A byte 0 is part of a text in UTF-16 alone. */
function encodingTold(bytes: Uint8Array): string | undefined {
  const told = toldEncoding(bytes)
  if (!told?.startsWith('utf-16') && bytes.includes(0)) throw new UnreadableDocument('unreadable_text')
  return told
}

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
