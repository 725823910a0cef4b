import { limits } from './document.ts'
import { encodePng } from './thumbnail/encode-png.ts'
import { openPages } from './thumbnail/render-pdf.ts'

/** Dots per inch that letters are read well at; points are 72 an inch. */
const resolution = 150
/** An A4 page has 2.2 million at that; a poster is drawn smaller. */
const mostPixels = 4_000_000
/** A scan with more pages is not drawn: it would keep the queue, and cost, for long. */
const mostPages = 20

/** A picture of a page, in a format that models take. */
export interface PagePicture {
  page: number
  bytes: Uint8Array
  mimeType: string
}

const types = new Set(['image/png', 'image/jpeg', 'application/pdf'])

/** Whether a file may have pages to show, and few enough bytes to hold them beside their picture. */
export const mayHavePictures = ({ mime_type, size }: { mime_type: string; size: number }) =>
  types.has(mime_type) && size <= limits.bytes / 2

/**
 * The pages of a file that {@link mayHavePictures}, one at a time: an image's own bytes, a PDF's drawn ones. None of a PDF
 * that is longer than is drawn.
 * @throws Error for a PDF that cannot be drawn
 */
export async function* pagePictures(bytes: Uint8Array, mimeType: string): AsyncGenerator<PagePicture> {
  if (mimeType !== 'application/pdf') return yield { page: 1, bytes, mimeType }
  const { count, render } = await openPages(bytes)
  if (count > mostPages) return
  for (let number = 0; number < count; number++) {
    yield { page: number + 1, bytes: await encodePng(await render(number, readableSize)), mimeType: 'image/png' }
  }
}

function readableSize(width: number, height: number) {
  const scale = Math.min(resolution / 72, Math.sqrt(mostPixels / (width * height)))
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) }
}
