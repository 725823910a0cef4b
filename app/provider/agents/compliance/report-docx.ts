import {
  AlignmentType,
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TextRun,
  WidthType,
} from 'docx'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { countsOf, type Finding, type Review, type Verdict, verdicts, worstFirst } from './finding.ts'
import type { Report } from './report.ts'
import { verdictLabel } from './section.ts'

/** Lengths in twentieths of a point: an A4 page, its side margins, and columns that fill what is between them. */
const page = { size: { width: 11906, height: 16838 }, margin: { left: 1134, right: 1134 } }
const widths = { summary: [5000, 1546, 1546, 1546], findings: [600, 3000, 1400, 4638] }
const cellMargins = { top: 60, bottom: 60, left: 90, right: 90 }

/** Fonts that Word has, for either script; its size in half points. */
const run = {
  size: 20,
  font: { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Yu Gothic' },
  language: { value: 'en-US', eastAsia: 'ja-JP' },
}

/** Fill and letters of a verdict's cell; the label says it in words, too. */
const colours: Record<Verdict, { fill: string; color: string }> = {
  violated: { fill: 'FBE3E4', color: '8E1B1B' },
  unclear: { fill: 'FFF3CC', color: '6B4600' },
  met: { fill: 'E2F3E5', color: '1B5E20' },
}
const headerFill = 'EDEDED'
const line = { style: BorderStyle.SINGLE, size: 4, color: 'BFBFBF' }

/** The review as a DOCX document: a summary, and a table for each document. */
export async function reportDocx({ reviews, at, notes, locale }: Report): Promise<Uint8Array> {
  const title = m.compliance_title({}, { locale })
  const date = `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const document = new Document({
    title,
    creator: '',
    styles: { default: { document: { run } } },
    sections: [
      {
        properties: { page },
        footers: { default: pageNumbers() },
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.TITLE }),
          paragraph(m.compliance_date({ date }, { locale })),
          ...notes.map(paragraph),
          summaryTable(reviews, locale),
          ...reviews.flatMap((review) => section(review, locale)),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

function pageNumbers(): Footer {
  const numbers = new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES] })
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.CENTER, children: [numbers] })] })
}

function summaryTable(reviews: Review[], locale: Language): Table {
  const header = [m.compliance_document({}, { locale }), ...verdicts.map((verdict) => verdictLabel(verdict, locale))]
  const rows = reviews.map(({ file_name, findings }) => {
    const counts = countsOf(findings)
    // A document that could not be read has no counts.
    const countOf = (verdict: Verdict) => (findings.length > 0 ? String(counts[verdict]) : '–')
    return [plainCell(file_name), ...verdicts.map((verdict) => plainCell(countOf(verdict)))]
  })
  return table(widths.summary, header, rows)
}

function section({ file_name, findings, notes }: Review, locale: Language): (Paragraph | Table)[] {
  const header = [
    m.compliance_number({}, { locale }),
    m.compliance_rule({}, { locale }),
    m.compliance_verdict({}, { locale }),
    m.compliance_evidence({}, { locale }),
  ]
  const rows = worstFirst(findings).map((finding) => findingRow(finding, locale))
  return [
    new Paragraph({ text: file_name, heading: HeadingLevel.HEADING_1, spacing: { before: 360, after: 120 } }),
    ...notes.map(paragraph),
    ...(rows.length > 0 ? [table(widths.findings, header, rows)] : []),
  ]
}

function findingRow({ rule, verdict, quotes, reason }: Finding, locale: Language): TableCell[] {
  const { fill, color } = colours[verdict]
  const evidence = quotes.map(({ page, words }) =>
    paragraph(m.compliance_quote({ words: words.replace(/\s+/g, ' '), page }, { locale })),
  )
  // Japanese has no italics.
  const said = reason === '' ? [] : [new Paragraph({ children: runs(reason, { italics: locale === 'en' }) })]
  const content = [...evidence, ...said]
  return [
    plainCell(String(rule.number)),
    plainCell(rule.text),
    cell([new Paragraph({ children: runs(verdictLabel(verdict, locale), { bold: true, color }) })], fill),
    cell(content.length > 0 ? content : [new Paragraph('')]),
  ]
}

function table(columns: number[], header: string[], rows: TableCell[][]): Table {
  const names = header.map((name) => cell([new Paragraph({ children: runs(name, { bold: true }) })], headerFill))
  return new Table({
    columnWidths: columns,
    width: { size: columns.reduce((sum, width) => sum + width, 0), type: WidthType.DXA },
    layout: TableLayoutType.FIXED,
    borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
    rows: [
      new TableRow({ tableHeader: true, children: names }),
      ...rows.map((children) => new TableRow({ cantSplit: true, children })),
    ],
  })
}

const plainCell = (content: string) => cell([new Paragraph({ children: runs(content) })])

const cell = (children: Paragraph[], fill?: string) =>
  new TableCell({
    children,
    margins: cellMargins,
    ...(fill && { shading: { type: ShadingType.CLEAR, fill, color: 'auto' } }),
  })

const paragraph = (content: string) => new Paragraph({ children: runs(content), spacing: { after: 120 } })

/** A text, with its line breaks. */
const runs = (content: string, style: { bold?: boolean; color?: string; italics?: boolean } = {}) =>
  content.split('\n').map((text, index) => new TextRun({ text, ...style, ...(index > 0 && { break: 1 }) }))
