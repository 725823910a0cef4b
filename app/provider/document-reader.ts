import { RpcTarget, WorkerEntrypoint } from 'cloudflare:workers'
import type { Chart } from './agents/charts/chart-spec.ts'
import type { Report } from './agents/compliance/report.ts'
import type { PlainFile, SegmentChange } from './agents/translation/plain-segments.ts'
import type { Entry, termReaders } from './agents/translation/terms.ts'
import type { MeasuredImage, Reading } from './documents/ask-reader.ts'
import { type DocumentPage, UnreadableDocument } from './documents/document.ts'
import { extractPages } from './documents/extract.ts'
import { imageDimensions } from './documents/thumbnail/dimensions.ts'
import { inTurn } from './documents/in-turn.ts'
import { encodeRows } from './documents/row-stream.ts'
import { encodePng } from './documents/thumbnail/encode-png.ts'
import { openPages } from './documents/thumbnail/render-pdf.ts'
import { fitsThumbnail, imageThumbnail, pdfThumbnail } from './documents/thumbnail/thumbnail.ts'
import { type WorkbookSheet, openWorkbook } from './documents/workbook.ts'
import { log } from './log/log.ts'
import type { PageSource, WebPage } from './webpages/html/read-web-page.ts'

type Bytes = ReadableStream<Uint8Array>

/**
 * Everything that parses a file's bytes or makes a file, called by the other Workers (`documents/ask-reader.ts`). A call that rejects was ended from
 * outside, for its time or memory, or met a defect of a parser.
 */
export class DocumentReader extends WorkerEntrypoint {
  /**
   * A document's text, as {@link extractPages} reads it, {@link inTurn}.
   * @param size bytes of the document
   */
  async readText(bytes: Bytes, size: number, name: string, mimeType: string): Promise<Reading<DocumentPage[]>> {
    return readingInTurn(bytes, size, (file) => extractPages(file, name, mimeType))
  }

  /** A page of a site, as {@link readWebPage} reads it. */
  async readWebPage(bytes: Bytes, source: PageSource): Promise<Reading<WebPage>> {
    const { readWebPage } = await import('./webpages/html/read-web-page.ts')
    return reading(async () => readWebPage(await collect(bytes), source))
  }

  /** An organisation's words for a translation, as `terms.ts` reads the two kinds of files that have some. */
  async readTerms(bytes: Bytes, kind: keyof typeof termReaders): Promise<Reading<Entry[]>> {
    const { termReaders } = await import('./agents/translation/terms.ts')
    return reading(async () => termReaders[kind](await collect(bytes)))
  }

  /** The texts of a file that can be translated in place, as {@link openInPlace} finds them, {@link inTurn}. */
  async readSegments(bytes: Bytes, size: number, mimeType: string): Promise<Reading<PlainFile>> {
    const { openInPlace, plainFileOf } = await translation()
    return readingInTurn(bytes, size, async (file) => plainFileOf(await openInPlace(file, mimeType)))
  }

  /** The same file with changes to what {@link readSegments} found. */
  async writeSegments(bytes: Bytes, size: number, mimeType: string, changes: SegmentChange[]): Promise<Reading<Bytes>> {
    const { applyChanges, openInPlace } = await translation()
    return readingInTurn(bytes, size, async (original) => {
      const file = await openInPlace(original, mimeType)
      applyChanges(file, changes)
      return new Response(new Uint8Array(await file.save())).body!
    })
  }

  /** Pages' texts as DOCX, as {@link pagesToDocx} lays them out. */
  async writePages(pages: { text: string }[]): Promise<Bytes> {
    const { pagesToDocx } = await import('./agents/translation/pages-to-docx.ts')
    return new Response(new Uint8Array(await pagesToDocx(pages))).body!
  }

  /** A review's report as DOCX, as {@link reportDocx} lays it out. */
  async writeReport(report: Report): Promise<Uint8Array> {
    const { reportDocx } = await import('./agents/compliance/report-docx.ts')
    return reportDocx(report)
  }

  /**
   * A chart as PNG.
   * @param font of its words, a static file of the caller's
   */
  async drawChart(chart: Chart, font: Bytes): Promise<Uint8Array> {
    const { drawChart } = await import('./agents/charts/draw-chart.ts')
    return drawChart(chart, await collect(font))
  }

  /** The encoding of a text file, as {@link encodingOf} tells it; the file may be of any size. */
  async tellEncoding(bytes: Bytes): Promise<Reading<string>> {
    const { encodingOf } = await import('./agents/tables/csv-encoding.ts')
    return reading(() => encodingOf(bytes))
  }

  /** Opens a workbook to go through its tables, as {@link openWorkbook} does, {@link inTurn}; it is held until the caller lets go of it. */
  async openWorkbook(bytes: Bytes, size: number, mimeType: string): Promise<OpenWorkbook> {
    return new OpenWorkbook(await readingInTurn(bytes, size, (file) => openWorkbook(file, mimeType)))
  }

  /**
   * A picture's size from its first bytes; none where there is none to read.
   * @param size bytes of the whole picture
   */
  measureImage(head: Uint8Array, mimeType: string, size: number): MeasuredImage | undefined {
    const seen = imageDimensions(head)
    return seen && { width: seen.width, height: seen.height, drawable: fitsThumbnail(mimeType, size, seen) }
  }

  /**
   * A small picture, WebP, of a PDF's first page or of an image that {@link measureImage} calls drawable, {@link inTurn}.
   * @param size bytes of the file
   * @throws whatever PDFium or the codec does, for a file that it cannot draw
   */
  async drawThumbnail(bytes: Bytes, size: number, mimeType: string): Promise<Uint8Array> {
    return inTurn(size, async () => {
      const file = await collectKnown(bytes, size)
      return mimeType === 'application/pdf' ? pdfThumbnail(file) : imageThumbnail(file, mimeType)
    })
  }

  /**
   * Opens a PDF to draw its pages one by one, {@link inTurn}; it is held until the caller lets go of it.
   * @throws Error for a file that PDFium cannot open
   */
  async openPdf(bytes: Bytes, size: number): Promise<OpenPdf> {
    return inTurn(size, async () => new OpenPdf(await openPages(await collectKnown(bytes, size))))
  }
}

/** Loaded with the first file that is translated. */
const translation = async () => ({
  ...(await import('./agents/translation/open-in-place.ts')),
  ...(await import('./agents/translation/plain-segments.ts')),
})

const readingInTurn = <T>(bytes: Bytes, size: number, read: (file: Uint8Array) => Promise<T>): Promise<Reading<T>> =>
  inTurn(size, async () => {
    const file = await collectKnown(bytes, size)
    return reading(() => read(file))
  })

async function reading<T>(read: () => Promise<T>): Promise<Reading<T>> {
  try {
    return { value: await read() }
  } catch (error) {
    if (error instanceof UnreadableDocument) return { reason: error.reason }
    // A defect of ours or of a library meets the same bytes again in the same way.
    log.error('reading_failed', { cause: error })
    return { reason: 'unexpected' }
  }
}

/** A workbook whose rows are read on demand. */
export class OpenWorkbook extends RpcTarget {
  #opened: Reading<WorkbookSheet[]>

  constructor(opened: Reading<WorkbookSheet[]>) {
    super()
    this.#opened = opened
  }

  /** The names of its sheets. */
  get names(): Reading<string[]> {
    return 'reason' in this.#opened ? this.#opened : { value: this.#opened.value.map(({ name }) => name) }
  }

  /** The rows of a sheet, counted from 0, from the first one, as `decodeRows` takes them. */
  rows(sheet: number): Bytes {
    if ('reason' in this.#opened) throw new UnreadableDocument(this.#opened.reason)
    return encodeRows(this.#opened.value[sheet]!.rows())
  }
}

/** A PDF whose pages are drawn on demand. */
export class OpenPdf extends RpcTarget {
  #pages: Awaited<ReturnType<typeof openPages>>

  constructor(pages: Awaited<ReturnType<typeof openPages>>) {
    super()
    this.#pages = pages
  }

  get count(): number {
    return this.#pages.count
  }

  /** A page, counted from 0, as a PNG in which letters are read well. */
  async draw(number: number): Promise<Uint8Array> {
    return encodePng(await this.#pages.render(number, readableSize))
  }
}

/** Dots per inch that letters are read well at; points are 72 an inch. */
const resolution = 150
/** An A4 page has 2.2 million at that; a poster is drawn smaller. */
const maxPixels = 4_000_000

function readableSize(width: number, height: number) {
  const scale = Math.min(resolution / 72, Math.sqrt(maxPixels / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}

const collect = (bytes: Bytes): Promise<Uint8Array> => new Response(bytes).bytes()

/** Holds no more than the file itself, while a file of unknown size is twice in memory for a moment. */
async function collectKnown(bytes: Bytes, size: number): Promise<Uint8Array> {
  const file = new Uint8Array(size)
  let length = 0
  for await (const piece of bytes) {
    file.set(piece, length)
    length += piece.length
  }
  if (length < size) throw new Error('the file ended early')
  return file
}
