import { PDFDocument, StandardFonts, degrees, type PDFPage } from 'pdf-lib'

export type Write = (text: string, x: number, y: number, look?: { size?: number; turned?: number }) => void

/** A PDF of one page on which `draw` writes in Helvetica of 10 points, or of another size. */
export async function pageOf(draw: (write: Write, page: PDFPage, document: PDFDocument) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([420, 595])
  const write: Write = (text, x, y, { size = 10, turned = 0 } = {}) =>
    page.drawText(text, { x, y, size, font, rotate: degrees(turned) })
  draw(write, page, document)
  return document.save()
}
