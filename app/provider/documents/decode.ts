import { UnreadableDocument } from './document.ts'

/**
 * Decodes a text file: UTF-16 or UTF-8 by its byte order mark, else UTF-8 if the bytes are valid, else the Japanese
 * encoding (Shift_JIS, EUC-JP) that makes the most runs of Japanese letters, else Windows-1252.
 * @throws UnreadableDocument `unreadable_text` for bytes that are no text
 */
export function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)!
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs('utf-16be', bytes)!
  if (bytes.includes(0)) throw new UnreadableDocument('unreadable_text')

  const utf8 = decodeAs('utf-8', bytes, true)
  if (utf8 !== undefined) return utf8

  const japanese = ['shift_jis', 'euc-jp']
    .map((encoding) => decodeAs(encoding, bytes, true) ?? '')
    .toSorted((a, b) => japaneseLetters(b) - japaneseLetters(a))[0]!
  return japaneseLetters(japanese) > 0 ? japanese : decodeAs('windows-1252', bytes)!
}

function decodeAs(encoding: string, bytes: Uint8Array, fatal = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Letters in runs of two or more; a single one is what an accented Latin letter looks like in Shift_JIS. */
function japaneseLetters(text: string): number {
  const runs = text.slice(0, 100_000).match(/[\u3041-\u30fe\u4e00-\u9fff]{2,}/g) ?? []
  return runs.reduce((sum, run) => sum + run.length, 0)
}
