import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { startPdfWorker } from './pdf-worker.ts'
import { PreviewFailure } from './stage.ts'

let worker: ReturnType<typeof startPdfWorker> | undefined

/**
 * Opens the PDF at a signed address; what pdf.js needs beside it comes from this page's own folder. The signal closes it.
 * @throws PreviewFailure
 */
export async function openPdf(url: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const beside = (folder: string) => new URL(`${folder}/`, document.baseURI).href
  const task = getDocument({
    url,
    worker: await (worker ??= startPdfWorker()),
    cMapUrl: beside('cmaps'),
    standardFontDataUrl: beside('standard_fonts'),
    wasmUrl: beside('wasm'),
    iccUrl: beside('iccs'),
    enableXfa: false,
  })
  signal.addEventListener('abort', () => void task.destroy(), { once: true })
  try {
    return await task.promise
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'PasswordException') throw new PreviewFailure('encrypted', { cause })
    if (name === 'InvalidPDFException') throw new PreviewFailure('damaged', { cause })
    throw new PreviewFailure('unreachable', { cause })
  }
}
