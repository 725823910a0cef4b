/** The order of bytes that a UTF-16 text's mark tells. */
export function markedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

/** What nearly every character of a text is: printable ASCII, line breaks, other letters of Latin to Thai, and East Asian. */
const usual =
  /[\t\n\r\u0020-\u007e\u00a0-\u0e5b\u2010-\u2044\u20ac\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f]/g
/** Read in the wrong order, half of a Japanese text's characters still are Chinese ones; all its line breaks and spaces are not. */
const leastUsual = 0.95
/** Code units that are looked at. */
const sampled = 1_024

/**
 * Which order the bytes of a UTF-16 text without a mark are in; `undefined` for what is no such text. Only what has a byte 0 is looked at,
 * as every text with a space, a digit or a line break has.
 * @param bytes a whole text, or its beginning
 */
export function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const sample = bytes.subarray(0, Math.min(sampled * 2, bytes.length & ~1))
  if (!sample.includes(0)) return undefined
  const [little, big] = [usualShare('utf-16le', sample), usualShare('utf-16be', sample)]
  if (Math.max(little, big) < leastUsual) return undefined
  return little >= big ? 'utf-16le' : 'utf-16be'
}

function usualShare(encoding: string, sample: Uint8Array): number {
  const text = new TextDecoder(encoding).decode(sample)
  return (text.match(usual)?.length ?? 0) / Math.max(1, text.length)
}
