import { type Pixels, thumbnailSize } from './pixels.ts'
import { instantiate } from './wasm.ts'

/** Gives a page's size in pixels from its size in points. */
type SizeOf = (width: number, height: number) => { width: number; height: number }

/**
 * Draws the first page of a PDF in the size of a thumbnail, on white.
 * @throws Error for a file that PDFium cannot open
 */
export async function renderFirstPage(bytes: Uint8Array): Promise<Pixels> {
  const { render } = await openPages(bytes)
  return render(0, thumbnailSize)
}

/**
 * Opens a PDF to draw its pages, counted from 0, on white, and to read their text. Its memory is given back with what does so.
 * @throws Error for a file that PDFium cannot open
 */
export async function openPages(bytes: Uint8Array) {
  const [{ PDFiumLibrary }, { default: module }] = await Promise.all([
    import('@hyzyla/pdfium'),
    import('../../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  ])
  const library = await PDFiumLibrary.init({ instantiateWasm: instantiate(module) as never })
  const document = await library.loadDocument(bytes)
  return {
    count: document.getPageCount(),
    text: (number: number): string => document.getPage(number).getText(),
    async render(number: number, sizeOf: SizeOf): Promise<Pixels> {
      const page = document.getPage(number)
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { width, height, data } = await page.render({ ...sizeOf(originalWidth, originalHeight), render: 'bitmap' })
      return { width, height, data }
    },
  }
}
