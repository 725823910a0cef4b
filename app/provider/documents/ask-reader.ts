import type { FileReason } from '~/contract/files.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { inTime } from './in-time.ts'
import { decodeRows } from './row-stream.ts'
import type { Dimensions } from './thumbnail/dimensions.ts'

/** What reading came to. A reason is a value here, because an error loses its class between Workers. */
export type Reading<T> = { value: T } | { reason: FileReason }

/** A picture as its header describes it. */
export interface MeasuredImage extends Pick<Dimensions, 'width' | 'height'> {
  /** Whether a thumbnail of it can be made within bounds of memory. */
  drawable: boolean
}

/** Milliseconds after which an answer is not waited for any longer: beyond what the reader itself may take. */
const maxWait = 120_000
/** The same for a job, whose document may have to wait until others are read (`in-turn.ts`). */
const maxWaitOfJob = 600_000

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
export async function readText({ READER }: Env, { body, size }: R2ObjectBody, { name, mime_type }: Source) {
  return readingOf<DocumentPage[]>(READER.readText(body, size, name, mime_type), maxWaitOfJob)
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
export const drawThumbnail = (
  { READER }: Env,
  { body, size }: R2ObjectBody,
  { mime_type }: Source,
): Promise<Uint8Array> => answered(READER.drawThumbnail(body, size, mime_type), maxWaitOfJob)

/**
 * The pages of a PDF as PNGs, one at a time; none of one that has more than `maxPages`.
 * @throws ReaderFailed, for a file that cannot be drawn too
 */
export async function* drawPages(
  { READER }: Env,
  { body, size }: R2ObjectBody,
  maxPages: number,
): AsyncGenerator<Uint8Array> {
  using pdf = await answered(READER.openPdf(body, size))
  const count = await answered(pdf.count)
  if (count > maxPages) return
  for (let number = 0; number < count; number++) yield await answered(pdf.draw(number))
}

/** A sheet of a workbook that the reader holds open. */
export interface RemoteSheet {
  name: string
  /**
   * Its rows, some at a time; each call goes through them again.
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
  { mime_type, size }: Pick<Source, 'mime_type'> & { size: number },
): Promise<Disposable & { sheets: RemoteSheet[] }> {
  const workbook = await answered(READER.openWorkbook(bytes, size, mime_type))
  try {
    const names = await readingOf<string[]>(workbook.names)
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

/**
 * What the reader read.
 * @throws UnreadableDocument with the reason why nothing could be read
 * @throws ReaderFailed
 */
export async function readingOf<T>(call: PromiseLike<Reading<T>>, wait = maxWait): Promise<T> {
  const reading = await answered(call, wait)
  if ('reason' in reading) throw new UnreadableDocument(reading.reason)
  return reading.value
}

/**
 * What the reader answers to a question that is asked once more where it does not: what was worked on for long is not lost with
 * another's document, for which the reader is just starting again.
 * @throws ReaderFailed
 */
export const answeredAgain = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (error instanceof ReaderFailed) return ask()
    throw error
  })

/**
 * What the reader answers.
 * @throws ReaderFailed
 */
export async function answered<T>(call: PromiseLike<T>, wait = maxWait): Promise<T> {
  try {
    return await inTime(call, wait)
  } catch (cause) {
    throw new ReaderFailed('the document reader did not answer', { cause })
  }
}
