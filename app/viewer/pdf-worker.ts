import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAsset from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

const address = new URL(workerAsset, import.meta.url).href

/**
 * Starts pdf.js's worker from this page's opaque origin.
 * To such an origin every script address is foreign and `new Worker` refuses it, but a blob of its own may import it.
 * The blob is a classic script: Chromium refuses module workers from opaque origins.
 * Where all is refused, pdf.js imports the same module and runs on the main thread.
 */
export async function startPdfWorker(): Promise<PDFWorker> {
  const script = `import(${JSON.stringify(address)}).catch(reportError)`
  const starter = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  try {
    const port = new Worker(starter)
    await new Promise((resolve, reject) => {
      port.addEventListener('message', resolve, { once: true })
      port.addEventListener('error', reject, { once: true })
    })
    return PDFWorker.create({ port })
  } catch {
    GlobalWorkerOptions.workerSrc = address
    return new PDFWorker()
  } finally {
    URL.revokeObjectURL(starter)
  }
}
