import { markedUtf16, utf16Order } from './utf16.ts'

/**
 * The encoding that the bytes of a text tell by themselves, as `TextDecoder` names it: UTF-16 by its mark or its zeros, and ISO-2022-JP
 * by its escapes; `undefined` where they tell none.
 * @param bytes a whole text, or its beginning
 */
export function toldEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | 'iso-2022-jp' | undefined {
  return markedUtf16(bytes) ?? utf16Order(bytes) ?? (hasJapaneseEscapes(bytes) ? 'iso-2022-jp' : undefined)
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
