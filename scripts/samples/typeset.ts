import { PDFDocument, type PDFFont, type PDFPage, type RGB, rgb } from 'pdf-lib'
import { type Fonts, embedFonts } from './pdf-fonts.ts'

/** What a page is made of, from top to bottom. */
export type Block =
  | { kind: 'title'; text: string; subtitle: string }
  | { kind: 'heading'; text: string }
  | { kind: 'subheading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[]; numbered?: boolean }
  | { kind: 'table'; widths: number[]; rows: string[][] }
  | { kind: 'note'; text: string }

export interface Booklet {
  title: string
  subject: string
  language: 'en' | 'ja'
  /** Stands at the foot of each page, beside its number. */
  footer: string
  pages: Block[][]
}

const width = 595.28
const height = 841.89
const margin = { x: 68, top: 78, bottom: 72 }
const measure = width - 2 * margin.x
const ink = rgb(0.13, 0.15, 0.19)
const faint = rgb(0.42, 0.46, 0.52)
const accent = rgb(0.09, 0.33, 0.52)
const rule = rgb(0.82, 0.85, 0.89)
const tint = rgb(0.94, 0.96, 0.98)
const bodySize = 10.5
const leading = { en: 16.5, ja: 19 }

/** Sets a booklet page by page, as its author divided it; a page that overflows is an error. */
export async function typeset(booklet: Booklet): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(booklet.title)
  document.setSubject(booklet.subject)
  document.setAuthor('Example Inc.')
  document.setLanguage(booklet.language)
  document.setCreationDate(new Date('2026-04-01T00:00:00Z'))
  document.setModificationDate(new Date('2026-04-01T00:00:00Z'))
  const fonts = await embedFonts(document)
  booklet.pages.forEach((blocks, index) => {
    const sheet = new Sheet(document.addPage([width, height]), fonts, leading[booklet.language])
    if (index > 0) sheet.runningHead(booklet.title)
    for (const block of blocks) sheet.add(block)
    sheet.foot(booklet.footer, `${index + 1} / ${booklet.pages.length}`)
    if (sheet.y < margin.bottom)
      throw new Error(`Page ${index + 1} of ${booklet.title} is too long by ${margin.bottom - sheet.y} pt`)
  })
  return document.save()
}

class Sheet {
  y = height - margin.top
  readonly page: PDFPage
  readonly fonts: Fonts
  readonly leading: number

  constructor(page: PDFPage, fonts: Fonts, leading: number) {
    this.page = page
    this.fonts = fonts
    this.leading = leading
  }

  runningHead(text: string): void {
    this.draw(text, margin.x, height - 46, 8, this.fonts.regular, faint)
    this.line(height - 54)
  }

  foot(left: string, right: string): void {
    this.line(50)
    this.draw(left, margin.x, 36, 8, this.fonts.regular, faint)
    this.draw(
      right,
      width - margin.x - this.fonts.regular.widthOfTextAtSize(right, 8),
      36,
      8,
      this.fonts.regular,
      faint,
    )
  }

  add(block: Block): void {
    switch (block.kind) {
      case 'title':
        this.page.drawRectangle({ x: 0, y: height - 150, width, height: 150, color: accent })
        this.draw(block.text, margin.x, height - 92, 25, this.fonts.bold, rgb(1, 1, 1))
        this.draw(block.subtitle, margin.x, height - 118, 10.5, this.fonts.regular, rgb(0.86, 0.91, 0.96))
        this.y = height - 190
        return
      case 'heading':
        this.y -= 6
        this.paragraph(block.text, { size: 15, leading: 22, font: this.fonts.bold, color: accent })
        this.y -= 6
        return
      case 'subheading':
        this.y -= 5
        this.paragraph(block.text, { size: 11, leading: 17, font: this.fonts.bold })
        this.y -= 1
        return
      case 'text':
        this.paragraph(block.text, {})
        this.y -= 7
        return
      case 'list':
        block.items.forEach((item, index) => this.item(item, block.numbered ? `${index + 1}.` : '•'))
        this.y -= 5
        return
      case 'table':
        this.table(block.widths, block.rows)
        return
      case 'note':
        this.note(block.text)
    }
  }

  private paragraph(
    text: string,
    style: { size?: number; leading?: number; font?: PDFFont; color?: RGB; x?: number; width?: number },
  ): void {
    const { size = bodySize, font = this.fonts.regular, color = ink, x = margin.x } = style
    for (const row of wrap(text, font, size, style.width ?? measure - (x - margin.x))) {
      this.y -= style.leading ?? this.leading
      this.draw(row, x, this.y, size, font, color)
    }
  }

  private item(text: string, marker: string): void {
    this.draw(marker, margin.x + 4, this.y - this.leading, bodySize, this.fonts.regular, accent)
    this.paragraph(text, { x: margin.x + 20 })
    this.y -= 2.5
  }

  private note(text: string): void {
    const inner = measure - 28
    this.y -= 8
    const rows = wrap(text, this.fonts.regular, bodySize, inner)
    const tall = rows.length * this.leading + 16
    this.page.drawRectangle({ x: margin.x, y: this.y - tall, width: measure, height: tall, color: tint })
    this.page.drawRectangle({ x: margin.x, y: this.y - tall, width: 3, height: tall, color: accent })
    this.y -= 5
    this.paragraph(text, { x: margin.x + 16, width: inner })
    this.y -= 21
  }

  /** `widths` are shares of the measure; the first row names the columns. */
  private table(widths: number[], rows: string[][]): void {
    this.y -= 6
    rows.forEach((cells, rowIndex) => {
      const font = rowIndex === 0 ? this.fonts.bold : this.fonts.regular
      const columns = cells.map((cell, i) => wrap(cell, font, 9, widths[i]! * measure - 14))
      const lines = Math.max(...columns.map(({ length }) => length))
      const tall = lines * 14 + 9
      if (rowIndex === 0)
        this.page.drawRectangle({ x: margin.x, y: this.y - tall, width: measure, height: tall, color: tint })
      let x = margin.x
      columns.forEach((texts, i) => {
        texts.forEach((text, line) => this.draw(text, x + 7, this.y - 15 - line * 14, 9, font, ink))
        x += widths[i]! * measure
      })
      this.y -= tall
      this.line(this.y)
    })
    this.y -= 12
  }

  private draw(text: string, x: number, y: number, size: number, font: PDFFont, color: RGB): void {
    this.page.drawText(text, { x, y, size, font, color })
  }

  private line(y: number): void {
    this.page.drawLine({ start: { x: margin.x, y }, end: { x: width - margin.x, y }, thickness: 0.6, color: rule })
  }
}

/** Lines of at most `most` points. Latin words stay whole; Japanese breaks anywhere but before closing marks. */
function wrap(text: string, font: PDFFont, size: number, most: number): string[] {
  const units =
    text.match(
      // oxlint-disable-next-line regexp/no-super-linear-move -- reads the samples' own texts
      /[「『（]*(?:[\u3000-\u9fff\uff00-\uffef]|[^\s\u3000-\u9fff\uff00-\uffef]+)[、。，．）」』・ー！？ゃゅょっャュョッ々%]*\s*/gu,
    ) ?? []
  const lines: string[] = []
  let line = ''
  for (const unit of units) {
    if (line !== '' && font.widthOfTextAtSize((line + unit).trimEnd(), size) > most) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += unit
  }
  return [...lines, line.trimEnd()]
}
