import { getDocumentProxy } from 'unpdf'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { BundledDataFactory } from './pdf-cmaps.ts'
import { type Line, type TextItem, linesOf, paragraphsOf, withoutRunningHeads } from './pdf-layout.ts'
import { refuseStreamBombs } from './pdf-streams.ts'

/** Pages between two looks at the clock, which take a moment each. */
const pagesPerCheck = 10

/** Reads a PDF page by page; headers, footers and page numbers that repeat are left out. */
export async function readPdf(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  refuseStreamBombs(bytes)
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
    return withoutRunningHeads(pages).map((lines, index) => ({ page: index + 1, text: paragraphsOf(lines).join('\n') }))
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
    const { items } = await page.getTextContent()
    page.cleanup()
    return linesOf(items.filter((item): item is Extract<typeof item, TextItem> => 'str' in item))
  } catch {
    return []
  }
}
