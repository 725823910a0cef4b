/** Japanese spreadsheets still write Shift_JIS. Of what decodes without a fault, the first wins. */
const candidates = ['utf-8', 'shift_jis'] as const

/**
 * Decodes the bytes of a text file: by its byte order mark where it has one,
 * else as UTF-8, Shift_JIS or Windows-1252, the first that fits.
 * `complete` is false where the bytes were cut; a character may then be cut as well.
 */
export function decodeText(bytes: Uint8Array, complete: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  for (const encoding of candidates) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: !complete })
    } catch {
      continue
    }
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
