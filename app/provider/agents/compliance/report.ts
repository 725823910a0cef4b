import type { Paragraph, Table, TableCell } from 'docx'
import type { Language } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { csvFile } from '~/provider/exports/csv.ts'
import { countsOf, type Finding, type Review, type Verdict, verdicts, worstFirst } from './finding.ts'
import { verdictLabel } from './section.ts'

/** A review as it is reported: what was checked, when, and by what. */
export interface Report {
  reviews: Review[]
  /** Milliseconds since 1970. */
  at: number
  /** What a reader has to know of all of it: how it was judged, what was left out. */
  notes: string[]
  locale: Language
}

/** Every finding as a row of CSV, in the order of the answer; nothing in it runs when a spreadsheet opens it. */
export function reportCsv({ reviews, locale }: Report): Uint8Array {
  const header = [
    m.compliance_document({}, { locale }),
    m.compliance_number({}, { locale }),
    m.compliance_rule({}, { locale }),
    m.compliance_verdict({}, { locale }),
    m.compliance_pages({}, { locale }),
    m.compliance_evidence({}, { locale }),
    m.compliance_reason({}, { locale }),
  ]
  const rows = reviews.flatMap(({ file_name, findings }) =>
    worstFirst(findings).map(({ rule, verdict, quotes, reason }) => [
      file_name,
      String(rule.number),
      rule.text,
      verdictLabel(verdict, locale),
      [...new Set(quotes.map(({ page }) => page))].join(', '),
      quotes.map(({ words }) => words).join('\n'),
      reason,
    ]),
  )
  return csvFile([header, ...rows])
}

/** Fill and letters of a verdict's cell; the label says it in words, too. */
const colours: Record<Verdict, { fill: string; color: string }> = {
  violated: { fill: 'FBE3E4', color: '8E1B1B' },
  unclear: { fill: 'FFF3CC', color: '6B4600' },
  met: { fill: 'E2F3E5', color: '1B5E20' },
}

/** Widths of columns in twentieths of a point: together those of an A4 page between its margins. */
const widths = { summary: [5000, 1546, 1546, 1546], findings: [600, 3000, 1400, 4638] }

/** The review as a DOCX document: a summary, and a table for each document. */
export async function reportDocx({ reviews, at, notes, locale }: Report): Promise<Uint8Array> {
  const docx = await import('docx')
  const { AlignmentType, HeadingLevel } = docx
  const line = { style: docx.BorderStyle.SINGLE, size: 4, color: 'BFBFBF' }
  const text = (content: string, options: { bold?: boolean; color?: string; italics?: boolean } = {}) =>
    content
      .split('\n')
      .map((line, index) => new docx.TextRun({ text: line, ...options, ...(index > 0 && { break: 1 }) }))
  const paragraph = (content: string) => new docx.Paragraph({ children: text(content), spacing: { after: 120 } })
  const cell = (content: Paragraph[], fill?: string): TableCell =>
    new docx.TableCell({
      children: content,
      margins: { top: 60, bottom: 60, left: 90, right: 90 },
      ...(fill && { shading: { type: docx.ShadingType.CLEAR, fill, color: 'auto' } }),
    })
  const plainCell = (content: string) => cell([new docx.Paragraph({ children: text(content) })])
  const verdictCell = (verdict: Verdict) => {
    const { fill, color } = colours[verdict]
    return cell([new docx.Paragraph({ children: text(verdictLabel(verdict, locale), { bold: true, color }) })], fill)
  }
  const table = (columns: number[], header: string[], rows: TableCell[][]): Table =>
    new docx.Table({
      columnWidths: columns,
      width: { size: columns.reduce((sum, width) => sum + width, 0), type: docx.WidthType.DXA },
      layout: docx.TableLayoutType.FIXED,
      borders: { top: line, bottom: line, left: line, right: line, insideHorizontal: line, insideVertical: line },
      rows: [
        new docx.TableRow({
          tableHeader: true,
          children: header.map((name) =>
            cell([new docx.Paragraph({ children: text(name, { bold: true }) })], 'EDEDED'),
          ),
        }),
        ...rows.map((cells) => new docx.TableRow({ cantSplit: true, children: cells })),
      ],
    })

  const summary = table(
    widths.summary,
    [m.compliance_document({}, { locale }), ...verdicts.map((verdict) => verdictLabel(verdict, locale))],
    reviews.map(({ file_name, findings }) => {
      const counts = countsOf(findings)
      // A document that could not be read has no counts.
      const count = (verdict: Verdict) => plainCell(findings.length > 0 ? String(counts[verdict]) : '–')
      return [plainCell(file_name), ...verdicts.map(count)]
    }),
  )
  const findingRow = ({ rule, verdict, quotes, reason }: Finding) => {
    const evidence = quotes.map(({ page, words }) =>
      paragraph(m.compliance_quote({ words: words.replace(/\s+/g, ' '), page }, { locale })),
    )
    const said = reason === '' ? [] : [new docx.Paragraph({ children: text(reason, { italics: locale === 'en' }) })]
    const content = [...evidence, ...said]
    return [
      plainCell(String(rule.number)),
      plainCell(rule.text),
      verdictCell(verdict),
      cell(content.length > 0 ? content : [new docx.Paragraph('')]),
    ]
  }
  const sections = reviews.flatMap(({ file_name, findings, notes: own }) => [
    new docx.Paragraph({ text: file_name, heading: HeadingLevel.HEADING_1, spacing: { before: 360, after: 120 } }),
    ...own.map(paragraph),
    ...(findings.length > 0
      ? [table(widths.findings, findingHeader(locale), worstFirst(findings).map(findingRow))]
      : []),
  ])
  const document = new docx.Document({
    title: m.compliance_title({}, { locale }),
    creator: '',
    styles: {
      default: {
        document: {
          run: {
            size: 20,
            font: { ascii: 'Calibri', hAnsi: 'Calibri', cs: 'Calibri', eastAsia: 'Yu Gothic' },
            language: { value: 'en-US', eastAsia: 'ja-JP' },
          },
        },
      },
    },
    sections: [
      {
        properties: { page: { size: { width: 11906, height: 16838 }, margin: { left: 1134, right: 1134 } } },
        footers: {
          default: new docx.Footer({
            children: [
              new docx.Paragraph({
                alignment: AlignmentType.CENTER,
                children: [
                  new docx.TextRun({ children: [docx.PageNumber.CURRENT, ' / ', docx.PageNumber.TOTAL_PAGES] }),
                ],
              }),
            ],
          }),
        },
        children: [
          new docx.Paragraph({ text: m.compliance_title({}, { locale }), heading: HeadingLevel.TITLE }),
          paragraph(
            m.compliance_date({ date: `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC` }, { locale }),
          ),
          ...notes.map(paragraph),
          summary,
          ...sections,
        ],
      },
    ],
  })
  return new Uint8Array(await docx.Packer.toArrayBuffer(document))
}

const findingHeader = (locale: Language) => [
  m.compliance_number({}, { locale }),
  m.compliance_rule({}, { locale }),
  m.compliance_verdict({}, { locale }),
  m.compliance_evidence({}, { locale }),
]
