import { detectEncoding } from '~/encoding/detect-encoding.ts'
import { encodingOfBeginning } from '~/provider/documents/decode.ts'

/** Bytes that tell the encoding. */
const sampleBytes = 64 * 1024

/** The encoding of a text file. Bytes that are no UTF-8 may come late, so that all of them are looked at. */
export async function encodingOf(file: ReadableStream<Uint8Array>): Promise<string> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let sample: Uint8Array | undefined
  let begun = new Uint8Array()
  for await (const bytes of file) {
    if (!sample) {
      begun = joined(begun, bytes)
      if (begun.length < sampleBytes) continue
      sample = begun
      const told = await encodingOfBeginning(sample, { isWhole: false })
      if (told !== 'utf-8') return told
      if (!isUtf8(utf8, sample)) return detectEncoding(sample)
    } else if (!isUtf8(utf8, bytes)) return detectEncoding(bytes)
  }
  return sample ? 'utf-8' : encodingOfBeginning(begun, { isWhole: true })
}

function isUtf8(decoder: TextDecoder, bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
