import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, WidthType } from 'docx'

/** Fonts that Word has, for either script; its size in half points. */
const run = { font: { ascii: 'Arial', hAnsi: 'Arial', eastAsia: 'Yu Gothic' }, size: 21 }

const chapter = /^(?:第[0-9０-９一二三四五六七八九十百]+[章部編]|\d{1,2}\.?\s+\p{L}|Chapter \d+\b)/u
const section = /^(?:第[0-9０-９一二三四五六七八九十百]+[節条]|\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{L})/u
const bullet = /^[•‣・●▪]\s*/
const sentenceEnd = /[.!?。！？、,;；:：]$/
/** Characters of a heading at most, and of what follows one that has no number at least. */
const lengths = { heading: 60, body: 80 }

/**
 * A Word document of texts as our readers give them: a paragraph is a line, the cells of a row stand between tabs, and
 * each page begins on a new one. What looks like a heading becomes one.
 */
export async function pagesToDocx(pages: { text: string }[]): Promise<Uint8Array> {
  const children = pages.flatMap(({ text }, page) => {
    const blocks = blocksOf(text)
    return blocks.flatMap((block, place) => {
      const pageBreakBefore = page > 0 && place === 0
      if (isTable(block)) return [...(pageBreakBefore ? [new Paragraph({ pageBreakBefore })] : []), table(block)]
      return [
        paragraph(block[0]!, { pageBreakBefore, isFirst: page + place === 0, next: blocks[place + 1]?.[0] ?? '' }),
      ]
    })
  })
  const document = new Document({ styles: { default: { document: { run } } }, sections: [{ children }] })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

/** Lines, each for itself; neighbouring rows of a table together. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    if (line.includes('\t') && blocks.at(-1)?.[0]?.includes('\t')) blocks.at(-1)!.push(line)
    else blocks.push([line])
  }
  return blocks
}

const isTable = ([line]: string[]) => line!.includes('\t')

interface Place {
  pageBreakBefore: boolean
  /** Of all pages. */
  isFirst: boolean
  /** The line after it. */
  next: string
}

function paragraph(text: string, { pageBreakBefore, isFirst, next }: Place): Paragraph {
  const heading = bullet.test(text) ? undefined : headingOf(text, isFirst, next)
  return new Paragraph({
    text: text.replace(bullet, ''),
    pageBreakBefore,
    spacing: { before: heading ? 240 : 60, after: 60 },
    ...(heading && { heading }),
    ...(bullet.test(text) && { bullet: { level: 0 } }),
  })
}

function headingOf(text: string, isFirst: boolean, next: string) {
  if (text.length > lengths.heading || sentenceEnd.test(text)) return undefined
  if (isFirst) return HeadingLevel.TITLE
  if (chapter.test(text)) return HeadingLevel.HEADING_1
  return section.test(text) || next.length >= lengths.body ? HeadingLevel.HEADING_2 : undefined
}

function table(lines: string[]): Table {
  const rows = lines.map((line) => line.split('\t'))
  const columns = Math.max(...rows.map((row) => row.length))
  const cellsOf = (row: string[]) =>
    Array.from({ length: columns }, (_, column) => new TableCell({ children: [new Paragraph(row[column] ?? '')] }))
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    margins: { top: 40, bottom: 40, left: 80, right: 80 },
    rows: rows.map((row) => new TableRow({ children: cellsOf(row) })),
  })
}
