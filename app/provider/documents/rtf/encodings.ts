import { symbolOf } from '../office-symbols.ts'

/** Encodings by the number of a font's character set (RTF 1.9.1, `\fcharset`). */
const charsets: Record<number, string> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}
/** Code pages that are not called `windows-` and their number. */
const codePages: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  65001: 'utf-8',
}

/** The encoding of a code page; Windows-1252 for those that no decoder knows. */
export function codePageEncoding(number: number): string {
  if (number >= 1250 && number <= 1258) return `windows-${number}`
  return codePages[number] ?? 'windows-1252'
}

/** Fonts of signs, whose bytes are no letters. */
export const symbolCharset = 2

/** The encoding of a font's character set; `undefined` for the document's own. */
export const charsetEncoding = (number: number): string | undefined => charsets[number]

/** Whether letters may take two bytes. */
export const isDoubleByte = (encoding: string) => /^(shift_jis|gb18030|euc-kr|big5)$/.test(encoding)

/** What comes before the name of a font whose bytes are signs. */
export const signs = 'signs of '

/** Among letters of one byte, an accented one may stand in a text of Japanese, Chinese or Korean fonts. */
export function decoded(bytes: Uint8Array, encoding: string): string {
  if (encoding.startsWith(signs)) {
    return Array.from(bytes, (byte) => symbolOf(encoding.slice(signs.length), 0xf000 + byte)).join('')
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const high = bytes.filter((byte) => byte >= 0x80).length
    const isLatin = high === 1 || high < bytes.length / 2
    return new TextDecoder(isLatin ? 'windows-1252' : encoding).decode(bytes)
  }
}
