import { through } from '~/encoding/through.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { textOf, type TextLine } from './text-line.ts'

/**
 * A sealed segment: the texts of neighbouring rows of a chain as NDJSON, in R2, for as long as they are kept. It is gzip in several
 * members, so that one text is read without the others; unpacked whole it is the file.
 */
export interface Segment {
  number: number
  /** How often it was written anew, without texts whose time had come. */
  revision: number
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
export const segmentKey = (organizationKey: string, number: number, revision = 0) =>
  `audits/${organizationKey}/${String(number).padStart(8, '0')}${revision === 0 ? '' : `-${revision}`}.ndjson.gz`

/** What R2 says of a segment by itself, so that who rewrites the object's rows does not rewrite history unnoticed. */
export interface SegmentMetadata extends Record<string, string> {
  first: string
  last: string
  /** The hashes of its first and last row. */
  first_hash: string
  last_hash: string
  sha256: string
}

/** Writes a segment to R2, where it may lie already. */
export async function putSegment(
  bucket: R2Bucket,
  key: string,
  { bytes, metadata }: { bytes: Uint8Array; metadata: SegmentMetadata },
): Promise<void> {
  await bucket.put(key, bytes, {
    customMetadata: metadata,
    httpMetadata: { contentType: 'application/gzip' },
    sha256: metadata.sha256,
  })
}

/** A segment's bytes and what R2 says of it; the problem where it is not there, or not what was written. */
export async function getSegment(
  bucket: R2Bucket,
  key: string,
  { sha256: written }: Pick<Segment, 'sha256'>,
): Promise<{ bytes: Uint8Array; metadata: SegmentMetadata } | 'segment_missing' | 'segment_altered'> {
  const object = await bucket.get(key)
  if (!object) return 'segment_missing'
  const metadata = (object.customMetadata ?? {}) as SegmentMetadata
  const bytes = await object.bytes()
  const hash = sha256(bytes)
  return hash === written && hash === metadata.sha256 ? { bytes, metadata } : 'segment_altered'
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
async function unpackLines(bytes: Uint8Array): Promise<string[]> {
  const text = new TextDecoder().decode(await through(new DecompressionStream('gzip'), bytes))
  return text.split('\n').slice(0, -1)
}

/** The lines of a segment, a part at a time. */
export async function* linesOf(bytes: Uint8Array, { blocks }: Pick<Segment, 'blocks'>): AsyncGenerator<string[], void> {
  for (const { offset, length } of blocks) yield await unpackLines(bytes.subarray(offset, offset + length))
}

/** The texts of a part of a segment, by their rows. */
export async function unpackTexts(bytes: Uint8Array): Promise<Map<number, TextLine>> {
  const texts = (await unpackLines(bytes)).map(textOf)
  return new Map(texts.map((text) => [text.seq, text]))
}
