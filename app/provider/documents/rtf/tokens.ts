/** A piece of RTF (RTF 1.9.1, 'Syntax'). */
export type Token =
  | { kind: 'open' | 'close' }
  /** A control word with its number, or a control symbol, whose name is its one character. */
  | { kind: 'control'; name: string; value: number | undefined }
  /** Bytes of text in the encoding of the font, without line breaks, which mean nothing. */
  | { kind: 'text'; bytes: Uint8Array }

const [lineFeed, carriageReturn, backslash, opening, closing, apostrophe] = [0x0a, 0x0d, 0x5c, 0x7b, 0x7d, 0x27]
/** Control words are shorter; more is no RTF. */
const longestWord = 40

/** The tokens of RTF, one after the other; data in binary (`\bin`) is passed over. */
export function* tokensOf(bytes: Uint8Array): Generator<Token, void> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (byte === opening || byte === closing) {
      at++
      yield { kind: byte === opening ? 'open' : 'close' }
    } else if (byte === lineFeed || byte === carriageReturn) {
      at++
    } else if (byte !== backslash) {
      const start = at
      while (at < bytes.length && !isSpecial(bytes[at]!)) at++
      yield { kind: 'text', bytes: bytes.subarray(start, at) }
    } else if (bytes[at + 1] === apostrophe) {
      yield { kind: 'text', bytes: Uint8Array.of(hexByte(bytes, at + 2)) }
      at += 4
    } else {
      const { name, value, end } = controlAt(bytes, at + 1)
      at = name === 'bin' ? end + Math.max(0, value ?? 0) : end
      yield { kind: 'control', name, value }
    }
  }
}

const isSpecial = (byte: number) =>
  byte === opening || byte === closing || byte === backslash || byte === lineFeed || byte === carriageReturn

const hexByte = (bytes: Uint8Array, at: number) =>
  Number.parseInt(String.fromCharCode(bytes[at] ?? 0x30, bytes[at + 1] ?? 0x30), 16) || 0

/** Letters and a number that a blank may end, or one other character. */
function controlAt(bytes: Uint8Array, start: number): { name: string; value: number | undefined; end: number } {
  const text = String.fromCharCode(...bytes.subarray(start, start + longestWord))
  const [whole = '', name, digits] = /^([a-zA-Z]+)(-?\d{1,10})? ?/.exec(text) ?? []
  if (name === undefined) return { name: text.slice(0, 1), value: undefined, end: start + 1 }
  return { name, value: digits === undefined ? undefined : Number(digits), end: start + whole.length }
}
