import { concatenated } from '~/encoding/concatenated.ts'
import { thumbnailSize } from './pixels.ts'
import type { Dimensions } from './dimensions.ts'

/**
 * A PDF of one page, in the size of a thumbnail, that is a JPEG as it is seen. PDFium draws it from lines that it decodes
 * one after the other: a photograph in full size as pixels would take most of an isolate's memory.
 * @throws Error for bytes without a frame header
 */
export function jpegPage(jpeg: Uint8Array, seen: Dimensions): Uint8Array {
  const page = thumbnailSize(seen.width, seen.height)
  const { width, height, components } = frameOf(jpeg)
  const space = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' }[components]
  if (!space) throw new Error(`${components} components`)
  // Photoshop stores the inks of a CMYK picture inverted, and nobody else writes such pictures.
  const inverted = components === 4 ? '/Decode [1 0 1 0 1 0 1 0]' : ''
  const content = `${matrix(seen.orientation, page.width, page.height).join(' ')} cm /Picture Do`
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 4 0 R
     /Resources << /XObject << /Picture 5 0 R >> >> >>`,
    stream('', content),
    stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${space} ${inverted}
       /BitsPerComponent 8 /Filter /DCTDecode`,
      jpeg,
    ),
  ])
}

/** What the frame header of a JPEG says (ITU-T T.81, B.2.2). */
function frameOf(jpeg: Uint8Array): { width: number; height: number; components: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength)
  for (let at = 2; at + 10 <= jpeg.length && jpeg[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = jpeg[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7), components: jpeg[at + 9]! }
  }
  throw new Error('no frame header')
}

/** Puts the stored picture, a unit square in PDF, onto a page as it is seen (EXIF 2.32, tag 0x0112). */
function matrix(orientation: number, width: number, height: number): number[] {
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, width, 0]
    case 3:
      return [-width, 0, 0, -height, width, height]
    case 4:
      return [width, 0, 0, -height, 0, height]
    case 5:
      return [0, -height, -width, 0, width, height]
    case 6:
      return [0, -height, width, 0, 0, height]
    case 7:
      return [0, height, width, 0, 0, 0]
    case 8:
      return [0, height, -width, 0, width, 0]
    default:
      return [width, 0, 0, height, 0, 0]
  }
}

type Body = (string | Uint8Array)[]

const stream = (dictionary: string, content: string | Uint8Array): Body => [
  `<< ${dictionary} /Length ${content.length} >>\nstream\n`,
  content,
  '\nendstream',
]

/** A PDF of these objects, numbered from 1; the first is the catalogue. */
function pdfOf(objects: (string | Body)[]): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const write = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part
    parts.push(bytes)
    length += bytes.length
  }

  write('%PDF-1.4\n')
  const offsets = objects.map((object, index) => {
    const offset = length
    for (const part of [`${index + 1} 0 obj\n`, ...[object].flat(), '\nendobj\n']) write(part)
    return offset
  })
  const table = length
  write(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`)
  for (const offset of offsets) write(`${String(offset).padStart(10, '0')} 00000 n \n`)
  write(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`)
  return concatenated(parts)
}
