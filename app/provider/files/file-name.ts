/** What file systems allow for one name. */
const longestName = 255
/** A longer ending is not taken for an extension when a name has to be cut. */
const longestExtension = 16

/** Control characters, line and paragraph separators, marks that turn the direction of writing, path separators. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff/\\]/gu

/**
 * A file's name as it is stored and shown: NFC, without characters that hide or turn parts of it or lead elsewhere,
 * without blanks around it or dots after it, and at most 255 bytes of UTF-8. The extension outlives the cut.
 * Empty when nothing is left.
 */
export function cleanFileName(name: string): string {
  const clean = name
    .toWellFormed()
    .normalize('NFC')
    .replace(unwanted, '')
    .trim()
    .replace(/(?<![.\s])[.\s]+$/, '')
  if (bytesOf(clean) <= longestName) return clean
  const dot = clean.lastIndexOf('.')
  const extension = dot > 0 && bytesOf(clean.slice(dot)) <= longestExtension ? clean.slice(dot) : ''
  return cut(clean.slice(0, clean.length - extension.length), longestName - bytesOf(extension)) + extension
}

/**
 * The name that a file gets when its owner calls it `wanted`. It keeps its extension, which is appended where it is
 * missing: previews and other programs go by it, and the bytes stay what they are. Empty when nothing is left of `wanted`.
 */
export function renamed(name: string, wanted: string): string {
  const extension = /(?<=.)\.[^.\s]+$/u.exec(name)?.[0] ?? ''
  const clean = cleanFileName(wanted)
  const has = clean.toLowerCase().endsWith(extension.toLowerCase())
  const stem = has ? clean.slice(0, clean.length - extension.length) : clean
  if (stem === '') return ''
  return has ? clean : cleanFileName(clean + extension)
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** The longest beginning of whole code points that fits. */
function cut(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
