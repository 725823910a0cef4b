import { type Zippable, zipSync } from 'fflate'
import { PDFDocument, StandardFonts } from 'pdf-lib'

export const mimeTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** A PDF with these lines on each page, one line every 14 points from the top. */
export async function pdfOf(...pages: string[][]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  for (const lines of pages) {
    const page = document.addPage([420, 595])
    lines.forEach((line, index) => page.drawText(line, { x: 50, y: 540 - index * 14, size: 10, font }))
  }
  return document.save()
}

/** A PDF written by hand from its objects, numbered from 1; the first is the catalogue. Of a text each character is a byte. */
export function rawPdf(objects: (string | Uint8Array)[], trailer = ''): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let length = 0
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === 'string' ? Uint8Array.from(part, (character) => character.charCodeAt(0)) : part
    parts.push(bytes)
    length += bytes.length
  }
  add('%PDF-1.4\n')
  const offsets = objects.map((object, index) => {
    const offset = length
    for (const part of [`${index + 1} 0 obj\n`, object, '\nendobj\n']) add(part)
    return offset
  })
  const begin = length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  add(
    `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${begin}\n%%EOF\n`,
  )
  const file = new Uint8Array(length)
  parts.reduce((at, part) => (file.set(part, at), at + part.length), 0)
  return file
}

/** A PDF that asks for a password: the empty one does not match its check. */
export function encryptedPdf(): Uint8Array {
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [] /Count 0 >>',
      `<< /Filter /Standard /V 1 /R 2 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> /P -4 >>`,
    ],
    `/Encrypt 3 0 R /ID [<${'31'.repeat(16)}> <${'31'.repeat(16)}>]`,
  )
}

/** The objects of a PDF with one page in a font `F1`, which follows as the fifth. */
export function textPage(content: string | Uint8Array, filter = ''): string[] {
  const source =
    typeof content === 'string' ? content : Array.from(content, (byte) => String.fromCharCode(byte)).join('')
  return [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${source.length} ${filter} >>\nstream\n${source}\nendstream`,
  ]
}

/**
 * A PDF of one line of text whose drawing never ends: a form fills an area with a pattern, whose cell draws the form. PDFium
 * turns in that circle; the text stands outside it.
 */
export function circularPdf(text: string): Uint8Array {
  const stream = (dictionary: string, content: string) =>
    `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`
  const form = (objects: string, content: string) =>
    stream(`/Type /XObject /Subtype /Form /Resources << ${objects} >>`, content)
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R
     /Resources << /Font << /F1 5 0 R >> /XObject << /Outer 6 0 R >> >> >>`,
    stream('', `BT /F1 12 Tf 50 300 Td (${text}) Tj ET /Outer Do`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    form('/XObject << /Inner 7 0 R >>', '/Inner Do'),
    form('/Pattern << /Cell 8 0 R >>', '/Pattern cs /Cell scn 0 0 400 400 re f'),
    stream('/PatternType 1 /BBox [0 0 400 400] /Resources << /XObject << /Outer 6 0 R >> >>', '/Outer Do'),
  ])
}

/** A PDF whose text never ends: a form writes a line and draws the next form twice, and so on, for as many lines as no memory holds. */
export function endlessPdf(): Uint8Array {
  const depth = 40
  const fonts = '/Font << /F1 5 0 R >>'
  const content = 'BT /F1 12 Tf 50 300 Td (Line after line.) Tj ET /Next Do /Next Do'
  const stream = (dictionary: string) => `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`
  const form = (next: number) =>
    stream(
      `/Type /XObject /Subtype /Form /BBox [0 0 400 400] /Resources << ${fonts} /XObject << /Next ${next} 0 R >> >>`,
    )
  const first = 6
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 4 0 R
     /Resources << ${fonts} /XObject << /Next ${first} 0 R >> >> >>`,
    stream(''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from({ length: depth }, (_, at) => form(first + at + 1)),
    '<< /Type /XObject /Subtype /Form /BBox [0 0 400 400] /Length 0 >>\nstream\n\nendstream',
  ])
}

/** A PDF as older Japanese software writes it: Shift_JIS text in a font that is not embedded. */
export function shiftJisPdf(hex: string): Uint8Array {
  return rawPdf([
    ...textPage(`BT /F1 12 Tf 50 700 Td <${hex}> Tj ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /90ms-RKSJ-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /MS-Mincho /Flags 4 /FontBBox [0 -136 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 709 /StemV 80 >>',
  ])
}

/** A PDF of glyph numbers, in the order of TrueType fonts, without a map back to characters: it looks right and reads wrong. */
export function glyphsWithoutMap(text: string): Uint8Array {
  const numbers = Array.from(text, (character) => (character.charCodeAt(0) - 29).toString(16).padStart(4, '0'))
  return rawPdf([
    ...textPage(`BT /F1 12 Tf 50 700 Td <${numbers.join('')}> Tj ET`),
    '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Subset /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Subset /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /ABCDEF+Subset /Flags 4 /FontBBox [0 -136 1000 859] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 709 /StemV 80 >>',
  ])
}

/** An Office document of these parts; with a part `mimetype`, which is first and not compressed, one of another family. */
export function archiveOf(parts: Record<string, string | Uint8Array>): Uint8Array {
  const { mimetype, ...others } = parts
  const first = mimetype === undefined ? { '[Content_Types].xml': '<Types/>' } : { mimetype }
  const entries = Object.entries({ ...first, ...others }).map(([name, part]) => {
    const bytes = typeof part === 'string' ? bytesOf(part) : part
    return [name, name === 'mimetype' ? [bytes, { level: 0 }] : bytes]
  })
  return zipSync(Object.fromEntries(entries) as Zippable)
}

const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

export function docxOf(body: string): Uint8Array {
  return archiveOf({
    'word/document.xml': `<?xml version="1.0"?><w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`,
  })
}

export function paragraph(text: string, style?: string): string {
  return `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

/** A deck whose slides are stored in the reverse of the order they are shown in. */
export function pptxOf(...slides: string[]): Uint8Array {
  const drawing = 'xmlns:a="urn:a" xmlns:p="urn:p"'
  const stored = (index: number) => slides.length - index
  return archiveOf({
    'ppt/presentation.xml': `<p:presentation ${drawing} xmlns:r="urn:r"><p:sldIdLst>${slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides.map((_, i) => `<Relationship Id="rId${i + 1}" Target="slides/slide${stored(i)}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map((body, i) => [`ppt/slides/slide${stored(i)}.xml`, `<p:sld ${drawing}>${body}</p:sld>`]),
    ),
  })
}
