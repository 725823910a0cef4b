import type { PlainFile, SegmentChange } from '~/provider/agents/translation/plain-segments.ts'
import type { Entry } from '~/provider/agents/translation/terms.ts'
import type { PageSource, WebPage } from '~/provider/webpages/html/read-web-page.ts'
import type { MeasuredImage, Reading } from './document-reader.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { decodeRows } from './row-stream.ts'

/** Milliseconds after which an answer is not waited for any longer: beyond what the reader itself may take. */
const mostWait = 120_000

/**
 * The Worker that parses documents did not answer: a document took more time or memory than the platform gives, this one or
 * another at the same time, or it is just starting again.
 */
export class ReaderFailed extends Error {
  override readonly name = 'ReaderFailed'
}

interface Source {
  name: string
  mime_type: string
}

/**
 * A document's text, page by page.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export async function readText({ READER }: Env, { body }: R2ObjectBody, { name, mime_type }: Source) {
  return valueOf(await answered<Reading<DocumentPage[]>>(READER.readText(body, name, mime_type)))
}

function valueOf<T>(reading: Reading<T>): T {
  if ('reason' in reading) throw new UnreadableDocument(reading.reason)
  return reading.value
}

/**
 * A page of a site, as it was fetched.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export async function readWebPage(
  { READER }: Env,
  bytes: Uint8Array<ArrayBuffer>,
  source: PageSource,
): Promise<WebPage> {
  const reading = await answered<Reading<WebPage>>(READER.readWebPage(new Response(bytes).body!, source))
  return valueOf(reading)
}

/**
 * The entries of a glossary or of a translation memory.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export const readTerms = async (
  { READER }: Pick<Env, 'READER'>,
  bytes: ReadableStream<Uint8Array>,
  kind: 'glossary' | 'memory',
): Promise<Entry[]> => valueOf(await answered<Reading<Entry[]>>(READER.readTerms(bytes, kind)))

/**
 * The texts of a file that can be translated in place.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export const readSegments = async (
  { READER }: Pick<Env, 'READER'>,
  bytes: ReadableStream<Uint8Array>,
  { mime_type }: Pick<Source, 'mime_type'>,
): Promise<PlainFile> => valueOf(await answered<Reading<PlainFile>>(READER.readSegments(bytes, mime_type)))

/**
 * The same file with changes to what {@link readSegments} found.
 * @throws UnreadableDocument, ReaderFailed
 */
export async function writeSegments(
  { READER }: Pick<Env, 'READER'>,
  bytes: ReadableStream<Uint8Array>,
  { mime_type, changes }: Pick<Source, 'mime_type'> & { changes: SegmentChange[] },
): Promise<Uint8Array> {
  const reading = await answered<Reading<ReadableStream<Uint8Array>>>(READER.writeSegments(bytes, mime_type, changes))
  return answered(new Response(valueOf(reading)).bytes())
}

/**
 * A picture's size from its first bytes, and whether a thumbnail of it can be drawn; none where there is no size to read.
 * @param size bytes of the whole picture
 * @throws ReaderFailed
 */
export const measureImage = (
  { READER }: Env,
  head: Uint8Array,
  { mime_type }: Source,
  size: number,
): Promise<MeasuredImage | undefined> => answered(READER.measureImage(head, mime_type, size))

/**
 * A small picture, WebP, of a PDF's first page or of an image.
 * @throws ReaderFailed, for a file that cannot be drawn too
 */
export const drawThumbnail = ({ READER }: Env, { body }: R2ObjectBody, { mime_type }: Source): Promise<Uint8Array> =>
  answered(READER.drawThumbnail(body, mime_type))

/**
 * The pages of a PDF as PNGs, one at a time; none of one that has more than `mostPages`.
 * @throws ReaderFailed, for a file that cannot be drawn too
 */
export async function* drawPages(
  { READER }: Env,
  { body }: R2ObjectBody,
  mostPages: number,
): AsyncGenerator<Uint8Array> {
  using pdf = await answered(READER.openPdf(body))
  const count = await answered(pdf.count)
  if (count > mostPages) return
  for (let number = 0; number < count; number++) yield await answered(pdf.draw(number))
}

/** A sheet of a workbook that the reader holds open. */
export interface RemoteSheet {
  name: string
  /**
   * Its rows, some at a time; each call goes through them anew.
   * @throws ReaderFailed
   */
  rows: () => AsyncGenerator<string[][]>
}

/**
 * Opens a workbook, whose sheets can be read until it is disposed of.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export async function openWorkbook(
  { READER }: Pick<Env, 'READER'>,
  bytes: ReadableStream<Uint8Array>,
  { mime_type }: Pick<Source, 'mime_type'>,
): Promise<Disposable & { sheets: RemoteSheet[] }> {
  const workbook = await answered(READER.openWorkbook(bytes, mime_type))
  try {
    const names = valueOf(await answered<Reading<string[]>>(workbook.names))
    const sheets = names.map((name, index) => ({
      name,
      async *rows() {
        try {
          yield* decodeRows(await answered(workbook.rows(index)))
        } catch (cause) {
          throw cause instanceof ReaderFailed ? cause : new ReaderFailed('a workbook could not be read on', { cause })
        }
      },
    }))
    return { sheets, [Symbol.dispose]: () => workbook[Symbol.dispose]() }
  } catch (error) {
    workbook[Symbol.dispose]()
    throw error
  }
}

async function answered<T>(call: PromiseLike<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), mostWait)
  })
  try {
    return await Promise.race([call, timeout])
  } catch (cause) {
    throw new ReaderFailed('the document reader did not answer', { cause })
  } finally {
    clearTimeout(timer)
  }
}
