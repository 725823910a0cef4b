import { type Pixels, thumbnailSize } from './pixels.ts'
import { instantiate } from './wasm.ts'

/**
 * Draws the first page of a PDF in the size of a thumbnail, on white.
 * @throws Error for a file that PDFium cannot open
 */
export async function renderFirstPage(bytes: Uint8Array): Promise<Pixels> {
  const [{ PDFiumLibrary }, { default: module }] = await Promise.all([
    import('@hyzyla/pdfium'),
    import('../../../../node_modules/@hyzyla/pdfium/dist/pdfium.wasm'),
  ])
  const library = await PDFiumLibrary.init({ instantiateWasm: instantiate(module) as never })
  const document = await library.loadDocument(bytes)
  const page = document.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const { width, height, data } = await page.render({
    ...thumbnailSize(originalWidth, originalHeight),
    render: 'bitmap',
  })
  return { width, height, data }
}
