import { getDocumentProxy } from 'unpdf'
import { log } from '~/provider/log/log.ts'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { type Annotation, withFields } from './pdf-fields.ts'
import { linesOf, paragraphsOf, withoutRunningHeads } from './pdf-layout.ts'
import type { Line, TextItem } from './pdf-rows.ts'
import { refuseStreamBombs } from './pdf-streams.ts'
import { isReadable } from './readable.ts'
import { openPages } from './thumbnail/render-pdf.ts'

/** Pages between two looks at the clock, which take a moment each. */
const pagesPerCheck = 10

/**
 * Reads a PDF page by page; headers, footers and page numbers that repeat are left out. PDF.js knows where words stand, so it
 * reads first; PDFium is asked about pages on which that finds nothing, and about files that it asks a password for though only
 * an attachment has one. A page whose letters mean nothing is left out, unless no other is legible: PDFium would find the same
 * letters there, less those that tell.
 */
export async function readPdf(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  refuseStreamBombs(bytes)
  const first = await readWithPdfJs(bytes, deadline).catch(unlessEncrypted)
  const texts = Array.isArray(first) && !first.includes('') ? first : await readAgain(bytes, first, deadline)
  const legible = texts.some(isLegible)
  return texts.map((text, index) => ({ page: index + 1, text: legible && !isLegible(text) ? '' : text }))
}

const isLegible = (text: string) => text !== '' && isReadable(text)

function unlessEncrypted(error: unknown): UnreadableDocument {
  if (error instanceof UnreadableDocument && error.reason === 'encrypted') return error
  throw error
}

/**
 * Has PDFium read what PDF.js could not: empty pages, or all of a file.
 * @param first the texts of the pages, or why there are none
 */
async function readAgain(
  bytes: Uint8Array,
  first: string[] | UnreadableDocument,
  deadline: Deadline,
): Promise<string[]> {
  try {
    const { count, text } = await openPages(bytes)
    const texts = Array.isArray(first) ? first : Array.from({ length: Math.min(count, limits.pages) }, () => '')
    for (const [index, before] of texts.entries()) {
      if (before !== '') continue
      // What ends a line within a word is U+FFFE.
      const again = text(index).replace(/\ufffe(?:\r?\n)?/g, '')
      if (isLegible(again)) texts[index] = again
      if (index % pagesPerCheck === 0) await deadline.check()
    }
    return texts
  } catch (error) {
    if (!Array.isArray(first)) throw first
    if (error instanceof UnreadableDocument) throw error
    log.warn('second_reading_failed', { cause: error })
    return first
  }
}

async function readWithPdfJs(bytes: Uint8Array, deadline: Deadline): Promise<string[]> {
  const document = await open(bytes)
  try {
    if (document.numPages > limits.pages) throw new UnreadableDocument('too_large')
    const pages: Line[][] = []
    let characters = 0
    for (let number = 1; number <= document.numPages; number++) {
      const lines = await readLines(document, number)
      characters += lines.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > limits.characters) throw new UnreadableDocument('too_large')
      pages.push(lines)
      if (number % pagesPerCheck === 0) await deadline.check()
    }
    return withoutRunningHeads(pages).map((lines) => paragraphsOf(lines).join('\n'))
  } finally {
    await document.loadingTask.destroy()
  }
}

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    // PDF.js takes the buffer for itself, so it gets a copy.
    return await getDocumentProxy(bytes.slice(), {
      BinaryDataFactory: BundledDataFactory,
      cMapUrl: '/',
      cMapPacked: true,
      useWorkerFetch: false,
      useSystemFonts: false,
      useWasm: false,
      disableFontFace: true,
      isEvalSupported: false,
      maxImageSize: 1_000_000,
      verbosity: 0,
    } as Parameters<typeof getDocumentProxy>[1])
  } catch (error) {
    const encrypted = error instanceof Error && error.name === 'PasswordException'
    throw new UnreadableDocument(encrypted ? 'encrypted' : 'damaged', { cause: error })
  }
}

/** A page that cannot be read leaves a gap; the other pages are worth having. */
async function readLines(document: PdfDocument, number: number): Promise<Line[]> {
  try {
    const page = await document.getPage(number)
    const [{ items }, annotations] = await Promise.all([page.getTextContent(), page.getAnnotations().catch(() => [])])
    page.cleanup()
    const runs = items.filter((item): item is Extract<typeof item, TextItem> => 'str' in item)
    return linesOf(withFields(runs, annotations as Annotation[]))
  } catch {
    return []
  }
}

/**
 * The character maps that PDFs refer to by name whose Chinese, Japanese and Korean fonts are not embedded; each is a chunk of
 * its own, loaded when needed.
 */
const maps = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&inline',
  import: 'default',
})

/** Hands PDF.js its data files from the bundle: a Worker has no files beside it and must not fetch a page's. */
class BundledDataFactory {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = kind === 'cMapUrl' ? maps[`/node_modules/pdfjs-dist/cmaps/${filename}`] : undefined
    if (!load) throw new Error(`No bundled ${kind} ${filename}`)
    const dataUrl = await load()
    return Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (character) => character.charCodeAt(0))
  }
}
