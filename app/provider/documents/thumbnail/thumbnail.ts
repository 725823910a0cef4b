import { decodeImage, isDecodable } from './decode-image.ts'
import { type Dimensions, headerBytes, imageDimensions, isTurned } from './dimensions.ts'
import { encodeWebp } from './encode-webp.ts'
import { jpegPage } from './jpeg-page.ts'
import { scaledDown } from './pixels.ts'
import { renderFirstPage } from './render-pdf.ts'

/** What a picture may cost: an isolate has 128 MB for its bytes, the codec's memory and its pixels together. */
const limits = {
  bytes: 16 * 1024 * 1024,
  /** A JPEG is drawn line by line; a progressive one takes six bytes a pixel. */
  jpegPixels: 12_500_000,
  /** The others are decoded in whole, at eight bytes a pixel: up to the screenshot of a 4K display. */
  pixels: 8_500_000,
}

/** Whether a picture's thumbnail can be made within bounds of memory, so that its bytes are worth reading. */
export function fitsThumbnail(mimeType: string, size: number, { width, height }: Dimensions): boolean {
  if (size > limits.bytes) return false
  if (mimeType === 'image/jpeg') return width * height <= limits.jpegPixels
  return isDecodable(mimeType) && width * height <= limits.pixels
}

/**
 * A small picture of a picture, 320 pixels on its longer side or less: WebP.
 * @param bytes of a picture that {@link fitsThumbnail}
 * @throws whatever the codec does, for a picture that it cannot read
 */
export async function imageThumbnail(bytes: Uint8Array, mimeType: string): Promise<Uint8Array> {
  const seen = imageDimensions(bytes.subarray(0, headerBytes))
  if (!seen) throw new Error('no size')
  if (mimeType === 'image/jpeg') return encodeWebp(await renderFirstPage(jpegPage(bytes, seen)))
  const pixels = await decodeImage(bytes, mimeType)
  // What is not as large as its header says is a file made to mislead.
  const [width, height] = isTurned(seen.orientation) ? [seen.height, seen.width] : [seen.width, seen.height]
  if (pixels.width !== width || pixels.height !== height) throw new Error('not the size of its header')
  return encodeWebp(scaledDown(pixels))
}

/**
 * A small picture of a PDF's first page, 320 pixels on its longer side or less: WebP.
 * @throws Error for a file that PDFium cannot open
 */
export const pdfThumbnail = async (bytes: Uint8Array): Promise<Uint8Array> => encodeWebp(await renderFirstPage(bytes))
