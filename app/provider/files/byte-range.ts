/** A part of a file, in the form that R2 takes. */
interface ByteRange {
  offset: number
  length: number
}

/**
 * The one range of bytes that a `Range` header asks for (RFC 9110, section 14). `undefined` means the whole file: no
 * header, another unit, several ranges at once or a malformed one, which a server may ignore. `unsatisfiable` means
 * that the file has no such bytes.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '') return between(Math.max(size - Number(last), 0), size, size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return between(Number(first), last === '' ? size : Math.min(Number(last) + 1, size), size)
}

function between(start: number, end: number, size: number): ByteRange | 'unsatisfiable' {
  return start < end && start < size ? { offset: start, length: end - start } : 'unsatisfiable'
}
