import { fetchBytes } from '../bytes.ts'
import { PreviewFailure } from '../stage.ts'
import type { Order } from './protocol.ts'

/** The pages of a file as pictures, drawn one at a time at a size that letters are recognised well at. */
export interface PagePictures {
  count: number
  draw: (page: number) => Promise<HTMLCanvasElement>
}

/** A document has more pages than were allowed. */
export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/** Dots per inch: finer costs time and reads no better. PDF units are 72 an inch. */
const resolution = 200
/** 8 Mi pixels are 32 MiB, and an A4 page at more than 250 dots an inch. */
const mostPixels = 2 ** 23
/** Screens show letters at half the pixels that scans have; an image below this many on its longer side is enlarged. */
const fineEnough = 2_000
const mostEnlarged = 2

/**
 * Opens the PDF or image at a signed address.
 * @throws PreviewFailure, or TooLong
 */
export const openPictures = ({ kind, url }: Order['source'], mostPages: number, signal: AbortSignal) =>
  kind === 'pdf' ? openScan(url, mostPages, signal) : openImage(url, signal)

async function openScan(url: string, mostPages: number, signal: AbortSignal): Promise<PagePictures> {
  const pdf = await (await import('../open-pdf.ts')).openPdf(url, signal)
  if (pdf.numPages > mostPages) throw new TooLong()
  return {
    count: pdf.numPages,
    async draw(number) {
      const page = await pdf.getPage(number)
      const { width, height } = page.getViewport({ scale: 1 })
      const viewport = page.getViewport({ scale: Math.min(resolution / 72, bounding(width, height)) })
      const canvas = canvasOf(viewport.width, viewport.height)
      // For display, pdf.js waits for frames of the screen, which a frame out of sight hardly gets.
      await page.render({ canvas, viewport, intent: 'print' }).promise
      page.cleanup()
      return canvas
    },
  }
}

async function openImage(url: string, signal: AbortSignal): Promise<PagePictures> {
  const { bytes } = await fetchBytes(url, signal)
  // Turned as its camera noted.
  const image = await createImageBitmap(new Blob([bytes])).catch((cause: unknown) => {
    throw new PreviewFailure('damaged', { cause })
  })
  const { width, height } = image
  const enlarged = Math.min(mostEnlarged, Math.max(1, fineEnough / Math.max(width, height)))
  const scale = Math.min(enlarged, bounding(width, height))
  return {
    count: 1,
    async draw() {
      const canvas = canvasOf(width * scale, height * scale)
      const context = canvas.getContext('2d')!
      // What is transparent counts as paper.
      context.fillStyle = 'white'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, canvas.width, canvas.height)
      image.close()
      return canvas
    },
  }
}

/** The scale at which a picture has as many pixels as it may. */
const bounding = (width: number, height: number) => Math.sqrt(mostPixels / (width * height))

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width))
  canvas.height = Math.max(1, Math.floor(height))
  return canvas
}
