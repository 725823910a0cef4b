import { readEntries } from './archive.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { type Block, paginate } from './paginate.ts'
import { toLine } from './table.ts'
import { type XmlNode, find, findAll, parseXml, textOf } from './xml.ts'

/** Reads a DOCX document: its pages as Word last laid them out, or its top-level sections if nothing marks pages. */
export async function readDocx(bytes: Uint8Array): Promise<DocumentPage[]> {
  const part = readEntries(bytes, (name) => name === 'word/document.xml' || name === 'word/styles.xml')
  const source = part.get('word/document.xml')
  const body = source && find(parseXml(source), 'w:body')
  if (!body) throw new UnreadableDocument('damaged')

  const headings = headingStyles(part.get('word/styles.xml'))
  const blocks = body.children.flatMap((child) => blocksOf(child, headings))
  return paginate(blocks)
}

function blocksOf(node: XmlNode, headings: Set<string>): Block[] {
  if (node.name === 'w:p') {
    const style = find(node, 'w:pStyle')?.attributes['w:val']
    return [{ text: inlineText(node), topHeading: style !== undefined && headings.has(style) }]
  }
  if (node.name === 'w:tbl') {
    const rows = findAll(node, 'w:tr').map((row) => row.children.filter(({ name }) => name === 'w:tc'))
    return rows.map((cells) => ({ text: toLine(cells.map(cellText)), topHeading: false }))
  }
  // Content controls, custom XML and change tracking wrap the paragraphs.
  return node.name === 'w:sectPr' ? [] : node.children.flatMap((child) => blocksOf(child, headings))
}

function cellText(cell: XmlNode): string {
  return findAll(cell, 'w:p')
    .map((paragraph) => inlineText(paragraph).replaceAll('\f', ''))
    .join(' ')
}

/** The text of a paragraph; deleted text, field codes and the fallback copy of a drawing are not part of it. */
function inlineText(node: XmlNode): string {
  switch (node.name) {
    case 'w:t':
      return textOf(node)
    case 'w:tab':
      return ' '
    case 'w:br':
      return node.attributes['w:type'] === 'page' ? '\f' : ' '
    case 'w:lastRenderedPageBreak':
      return '\f'
    case 'w:pageBreakBefore':
      return node.attributes['w:val'] === '0' || node.attributes['w:val'] === 'false' ? '' : '\f'
    case 'w:noBreakHyphen':
      return '-'
    case 'w:tabs':
    case 'w:del':
    case 'w:moveFrom':
    case 'w:instrText':
    case 'w:rt':
    case 'mc:Fallback':
      return ''
    default:
      return node.children.map(inlineText).join('')
  }
}

/** Styles with outline level 1: `Heading1` under whatever name the language of the author gave it. */
function headingStyles(source: Uint8Array | undefined): Set<string> {
  const styles = source ? findAll(parseXml(source), 'w:style') : []
  const top = styles.filter((style) => {
    const name = find(style, 'w:name')?.attributes['w:val']?.toLowerCase()
    return name === 'heading 1' || find(style, 'w:outlineLvl')?.attributes['w:val'] === '0'
  })
  return new Set(['Heading1', ...top.map((style) => style.attributes['w:styleId'] ?? '')])
}
