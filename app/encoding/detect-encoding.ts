/** Encodings that texts from before Unicode are in, as the library names them: those that `TextDecoder` knows as well. */
const detectEncodings = (
  'cp932 shift_jis_2004 euc-jp gb18030 big5hkscs cp949 euc-kr tis-620 koi8-r koi8-u cp866 ' +
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 ' +
  'iso-8859-2 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8'
).split(' ')
/** What `TextDecoder` calls otherwise than the library. */
const labels: Record<string, string> = {
  cp932: 'shift_jis',
  shift_jis_2004: 'shift_jis',
  big5hkscs: 'big5',
  cp949: 'euc-kr',
}
const fallback = 'windows-1252'

/** Bytes that the library looks at, from the line of the first that is not ASCII. */
const sampleBytes = 64 * 1024
/** Fewer accented letters than this, each alone among ASCII, are no evidence of another encoding than the commonest. */
const fewestAccents = 10

/**
 * The encoding of a text that is neither ASCII nor Unicode, as `TextDecoder` names it. The library is loaded with the first
 * such text: its model of languages takes a megabyte.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<string> {
  const sample = sampleOf(bytes)
  if (isHalfWidthKatakana(sample)) return 'shift_jis'
  if (hasFewAccents(sample)) return fallback
  const { detect } = await import('jschardet')
  const encoding = detect(sample, { detectEncodings }).encoding?.toLowerCase() ?? fallback
  return labels[encoding] ?? encoding
}

function sampleOf(bytes: Uint8Array): Uint8Array {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  )
  const start = bytes.lastIndexOf(0x0a, first) + 1
  return bytes.subarray(start, start + sampleBytes)
}

/**
 * Bank files are in half-width katakana, one byte each in Shift_JIS, which the library takes for Cyrillic. Capital letters
 * of Cyrillic and Greek are within the same bytes, but not the rows of A to SO.
 */
function isHalfWidthKatakana(sample: Uint8Array): boolean {
  const high = sample.filter((byte) => byte >= 0x80)
  const early = high.filter((byte) => byte >= 0xb1 && byte <= 0xbf)
  return high.length >= 3 && high.every((byte) => byte >= 0xa1 && byte <= 0xdf) && early.length >= high.length / 5
}

function hasFewAccents(sample: Uint8Array): boolean {
  let accents = 0
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue
    if ((sample[index + 1] ?? 0) >= 0x80) return false
    if (++accents >= fewestAccents) return false
  }
  return true
}
