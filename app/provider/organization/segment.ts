import { through } from '~/encoding/through.ts'
import { textOf, type TextLine } from './text-line.ts'

/**
 * A sealed segment: the texts of neighbouring rows of a chain as NDJSON, in R2, for good. It is gzip in several members, so that
 * one text is read without the others; unpacked whole it is the file.
 */
export interface Segment {
  number: number
  /** The places of its first and last row. */
  first: number
  last: number
  /** Of its bytes, in hex. */
  sha256: string
  blocks: Block[]
}

/** A part of a segment, which is read by itself: the first row whose text stands in it, and its bytes. */
export interface Block {
  first: number
  offset: number
  length: number
}

/** Bytes of texts in one part: more compress better, fewer are read sooner. */
const blockSize = 64 * 1024

/** Where a segment lies in R2. */
export const segmentKey = (organizationKey: string, number: number) =>
  `audits/${organizationKey}/${String(number).padStart(8, '0')}.ndjson.gz`

/** What R2 says of a segment by itself, so that who rewrites the object's rows does not rewrite history unnoticed. */
export interface SegmentMetadata extends Record<string, string> {
  first: string
  last: string
  /** The hashes of its first and last row. */
  first_hash: string
  last_hash: string
  sha256: string
}

/** The lines of some rows, in order, as the bytes of a segment. The same lines are the same bytes. */
export async function packLines(
  lines: { seq: number; line: string }[],
): Promise<{ bytes: Uint8Array; blocks: Block[] }> {
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const blocks: Block[] = []
  let offset = 0
  let waiting = ''
  let first = 0
  const pack = async () => {
    if (waiting === '') return
    const part = await through(new CompressionStream('gzip'), encoder.encode(waiting))
    blocks.push({ first, offset, length: part.length })
    parts.push(part)
    offset += part.length
    waiting = ''
  }
  for (const { seq, line } of lines) {
    if (waiting === '') first = seq
    waiting += `${line}\n`
    if (waiting.length >= blockSize) await pack()
  }
  await pack()
  return { bytes: new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()), blocks }
}

/** The lines of a part of a segment. */
export async function unpackLines(bytes: Uint8Array): Promise<string[]> {
  const text = new TextDecoder().decode(await through(new DecompressionStream('gzip'), bytes))
  return text.split('\n').slice(0, -1)
}

/** The texts of a part of a segment, by their rows. */
export async function unpackTexts(bytes: Uint8Array): Promise<Map<number, TextLine>> {
  const texts = (await unpackLines(bytes)).map(textOf)
  return new Map(texts.map((text) => [text.seq, text]))
}
