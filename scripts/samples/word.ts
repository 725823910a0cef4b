import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  LevelFormat,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'

/** What a Word document is made of, from top to bottom. */
export type WordBlock =
  | { kind: 'title'; text: string; subtitle: string }
  | { kind: 'heading'; text: string; newPage?: boolean }
  | { kind: 'subheading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }
  | { kind: 'table'; widths: number[]; rows: string[][] }

export interface WordDocument {
  title: string
  font: string
  footer: string
  blocks: WordBlock[]
}

/** The text width of an A4 page with these margins, in twentieths of a point. */
const measure = 9_026
const accent = '17547F'

/** Sets a document in Word's format. Headings marked `newPage` begin with an explicit page break. */
export function toDocx({ title, font, footer, blocks }: WordDocument): Promise<Buffer> {
  const heading = (size: number, before: number, after: number) => ({
    run: { font, size, bold: true, color: accent },
    paragraph: { spacing: { before, after }, keepNext: true },
  })
  const document = new Document({
    title,
    creator: 'Example Inc.',
    styles: {
      default: {
        document: { run: { font, size: 21 }, paragraph: { spacing: { line: 320, after: 120 } } },
        title: { run: { font, size: 40, bold: true, color: accent }, paragraph: { spacing: { after: 40 } } },
        heading1: heading(28, 320, 140),
        heading2: heading(23, 220, 80),
      },
    },
    numbering: {
      config: [
        {
          reference: 'bullets',
          levels: [
            {
              level: 0,
              format: LevelFormat.BULLET,
              text: '•',
              style: { paragraph: { indent: { left: 500, hanging: 260 } } },
            },
          ],
        },
      ],
    },
    sections: [
      {
        properties: {
          page: {
            size: { width: 11_906, height: 16_838 },
            margin: { top: 1_440, bottom: 1_300, left: 1_440, right: 1_440 },
          },
        },
        footers: { default: new Footer({ children: [pageNumber(footer)] }) },
        children: blocks.flatMap(toParagraphs),
      },
    ],
  })
  return Packer.toBuffer(document)
}

function toParagraphs(block: WordBlock): (Paragraph | Table)[] {
  switch (block.kind) {
    case 'title':
      return [
        new Paragraph({ text: block.text, heading: HeadingLevel.TITLE }),
        new Paragraph({ children: [new TextRun({ text: block.subtitle, color: '6B7280' })], spacing: { after: 280 } }),
      ]
    case 'heading':
      return [new Paragraph({ text: block.text, heading: HeadingLevel.HEADING_1, pageBreakBefore: block.newPage })]
    case 'subheading':
      return [new Paragraph({ text: block.text, heading: HeadingLevel.HEADING_2 })]
    case 'text':
      return [new Paragraph(block.text)]
    case 'list':
      return block.items.map((text) => new Paragraph({ text, numbering: { reference: 'bullets', level: 0 } }))
    case 'table':
      return [toTable(block.widths, block.rows), new Paragraph('')]
  }
}

/** `widths` are shares of the measure; the first row names the columns. */
function toTable(widths: number[], rows: string[][]): Table {
  const border = { style: BorderStyle.SINGLE, size: 4, color: 'D1D5DB' }
  return new Table({
    columnWidths: widths.map((share) => Math.round(share * measure)),
    width: { size: measure, type: WidthType.DXA },
    borders: {
      top: border,
      bottom: border,
      left: border,
      right: border,
      insideHorizontal: border,
      insideVertical: border,
    },
    rows: rows.map(
      (cells, rowIndex) =>
        new TableRow({
          tableHeader: rowIndex === 0,
          cantSplit: true,
          children: cells.map(
            (text, column) =>
              new TableCell({
                width: { size: Math.round(widths[column]! * measure), type: WidthType.DXA },
                margins: { top: 70, bottom: 70, left: 110, right: 110 },
                shading: rowIndex === 0 ? { type: ShadingType.CLEAR, fill: 'EFF4F8' } : undefined,
                children: [
                  new Paragraph({ children: [new TextRun({ text, bold: rowIndex === 0 })], spacing: { after: 0 } }),
                ],
              }),
          ),
        }),
    ),
  })
}

function pageNumber(footer: string): Paragraph {
  return new Paragraph({
    alignment: AlignmentType.CENTER,
    children: [
      new TextRun({
        children: [`${footer}  ·  `, PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES],
        size: 16,
        color: '6B7280',
      }),
    ],
  })
}
