import { through } from '~/encoding/through.ts'
import type { DocumentPage } from './document.ts'

/**
 * The text of a file, page by page, as one object beside its bytes. The object begins with the length of its directory (four
 * bytes), then comes the directory, then blocks of some pages each, compressed, so that one page is read without all others.
 */

/** Characters of a block, but where a single page has more. */
const blockCharacters = 65_536
/** Bytes that the first request asks for: the directory, and all of a short file. */
const headBytes = 65_536
const lengthBytes = 4

/** One block in the directory: the number of its first page, and its bytes. */
type Entry = [first: number, bytes: number]

/** Where the text of a file's pages is in the bucket. */
export const pagesKey = (file: { object_key: string }) => `${file.object_key}/pages`

/**
 * Replaces the text of a file's pages.
 * @param pages in ascending order of their numbers; where there are none, the object goes
 */
export async function storePages(bucket: R2Bucket, file: { object_key: string }, pages: DocumentPage[]): Promise<void> {
  if (pages.length === 0) return bucket.delete(pagesKey(file))
  const blocks: Uint8Array[] = []
  const directory: Entry[] = []
  for (const block of pageBatches(pages, blockCharacters)) {
    const text = JSON.stringify(block.map(({ page, text }) => ({ page, text })))
    const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text))
    directory.push([block[0]!.page, bytes.length])
    blocks.push(bytes)
  }
  const listed = new TextEncoder().encode(JSON.stringify(directory))
  const length = new Uint8Array(lengthBytes)
  new DataView(length.buffer).setUint32(0, listed.length)
  await bucket.put(pagesKey(file), new Blob([length, listed, ...blocks] as BlobPart[]))
}

/** All of these pages at once. */
export async function allPages(...wanted: Parameters<typeof readPages>): Promise<DocumentPage[]> {
  const pages: DocumentPage[] = []
  for await (const page of readPages(...wanted)) pages.push(page)
  return pages
}

/**
 * The pages of a file in ascending order, some at a time; none of one without text. A text of some hundred pages takes two
 * requests, whichever pages are asked for.
 * @param from the first page that is wanted
 * @param to the last one
 */
export async function* readPages(
  bucket: R2Bucket,
  file: { object_key: string },
  from = 1,
  to = Infinity,
): AsyncGenerator<DocumentPage> {
  const object = await bucket.get(pagesKey(file), { range: { offset: 0, length: headBytes } })
  if (!object) return
  const head = await object.bytes()
  /** @throws where the text was replaced or deleted meanwhile */
  const bytesAt = async (offset: number, length: number) => {
    const part = await bucket.get(pagesKey(file), { range: { offset, length }, onlyIf: { etagMatches: object.etag } })
    if (!part || !('body' in part)) throw new Error('the text of the file has changed while it was read')
    return part.bytes()
  }
  const listed = new DataView(head.buffer).getUint32(0) + lengthBytes
  const whole = listed <= head.length ? head : await bytesAt(0, listed)
  const entries = placed(JSON.parse(new TextDecoder().decode(whole.subarray(lengthBytes, listed))) as Entry[], listed)
  const wanted = entries.filter(({ first }, index) => first <= to && (entries[index + 1]?.first ?? Infinity) > from)
  if (wanted.length === 0) return
  const start = wanted[0]!.start
  const end = wanted.at(-1)!.end
  const blocks = end <= head.length ? head.subarray(start, end) : await bytesAt(start, end - start)
  for (const entry of wanted) {
    const packed = blocks.subarray(entry.start - start, entry.end - start)
    const bytes = await through(new DecompressionStream('deflate-raw'), packed)
    const pages = JSON.parse(new TextDecoder().decode(bytes)) as DocumentPage[]
    yield* pages.filter(({ page }) => page >= from && page <= to)
  }
}

function placed(directory: Entry[], start: number) {
  return directory.map(([first, bytes]) => ({ first, start, end: (start += bytes) }))
}

/** Pages as neighbours of so many characters together, but where a single page has more. */
export function* pageBatches(pages: DocumentPage[], characters: number): Generator<DocumentPage[]> {
  let batch: DocumentPage[] = []
  let taken = 0
  for (const page of pages) {
    if (batch.length > 0 && taken + page.text.length > characters) {
      yield batch
      batch = []
      taken = 0
    }
    batch.push(page)
    taken += page.text.length
  }
  if (batch.length > 0) yield batch
}
