import { randomBytes } from 'node:crypto'

const pages = 64

/** A PDF of 64 pages, a line of text and a picture each, that has as many bytes as this, or a few fewer. */
export function largePdf(size: number): Uint8Array<ArrayBuffer> {
  const picture = Math.floor(size / pages) - 1_000
  const numbers = Array.from({ length: pages }, (_, page) => 4 + 3 * page)
  const objects = [
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
  ]
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const begin = length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  add(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${begin}\n%%EOF\n`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

const stream = (dictionary: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
