import { randomBytes } from 'node:crypto'
import { rawPdf } from '../../unit/documents/fixtures.ts'

const pages = 64

/** A PDF of 64 pages, a line of text and a picture each, that has as many bytes as this, or a few fewer. */
export function largePdf(size: number): Uint8Array<ArrayBuffer> {
  const picture = Math.floor(size / pages) - 1_000
  const numbers = Array.from({ length: pages }, (_, page) => 4 + 3 * page)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R
       /Resources << /Font << /F1 3 0 R >> /XObject << /P ${number + 2} 0 R >> >> >>`,
      stream('', Buffer.from(`BT /F1 12 Tf 50 700 Td (What page ${page + 1} says.) Tj ET /P Do`)),
      stream(
        `/Type /XObject /Subtype /Image /Width ${picture} /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray`,
        randomBytes(picture),
      ),
    ]),
  ])
}

const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
