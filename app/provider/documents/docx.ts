import { checkBoxSign } from './check-box.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { Numbering } from './docx-numbering.ts'
import { type OfficeParts, type RelatedPart, chartLines, drawingLines, openOfficeParts } from './office-parts.ts'
import { symbolOf } from './office-symbols.ts'
import { type Block, paginate } from './paginate.ts'
import { toLine } from './table.ts'
import { type XmlNode, find, findAll, textOf } from './xml.ts'

const read =
  /^word\/(?:document\d*|styles|numbering|footnotes|endnotes|comments|header\d*|footer\d*|charts\/chart[^/]*|diagrams\/data[^/]*)\.xml$/

/**
 * Reads a DOCX document: its pages as Word last laid them out, or its top-level sections if nothing marks pages. Notes and
 * comments follow the page that refers to them, headers and footers the first one.
 */
export async function readDocx(bytes: Uint8Array): Promise<DocumentPage[]> {
  const parts = openOfficeParts(bytes, (name) => read.test(name))
  const main = parts.related('').find(({ kind }) => kind === 'officeDocument')?.name ?? 'word/document.xml'
  const document = parts.tree(main)
  const body = document && find(document, 'w:body')
  if (!body) throw new UnreadableDocument('damaged')

  const related = parts.related(main)
  const reader = new BlockReader(parts, related, parts.tree('word/styles.xml'))
  const [first = { text: '', topHeading: false }, ...rest] = body.children.flatMap((child) => reader.blocksOf(child))
  return paginate([{ ...first, notes: [...(first.notes ?? []), ...margins(parts, related)] }, ...rest])
}

/** Reads paragraphs and rows, and what they refer to in other parts. */
class BlockReader {
  private readonly related: Map<string, RelatedPart>
  private readonly notes: Map<string, string>
  private readonly headings: Set<string>
  private readonly numbering: Numbering

  constructor(
    private readonly parts: OfficeParts,
    related: RelatedPart[],
    styles: XmlNode | undefined,
  ) {
    this.headings = headingStyles(styles)
    this.numbering = new Numbering(parts.tree('word/numbering.xml'), styles)
    this.related = new Map(related.map((part) => [part.id, part]))
    this.notes = new Map(
      noteKinds.flatMap(({ part, note, reference }) => {
        const tree = parts.tree(part)
        const notes = tree ? findAll(tree, note) : []
        return notes.map((one) => [`${reference} ${one.attributes['w:id']}`, marginText(one).trim()] as const)
      }),
    )
  }

  blocksOf(node: XmlNode): Block[] {
    if (node.name === 'w:p') return this.paragraph(node)
    if (node.name === 'w:tbl') {
      return findAll(node, 'w:tr').map((row) => {
        const cells = row.children.filter(({ name }) => name === 'w:tc')
        return { text: toLine(cells.map((cell) => this.cell(cell))), topHeading: false, notes: this.notesOf(row) }
      })
    }
    // Content controls, custom XML and change tracking wrap the paragraphs.
    return node.name === 'w:sectPr' ? [] : node.children.flatMap((child) => this.blocksOf(child))
  }

  /** A paragraph, and the charts, diagrams and text boxes that are anchored in it. */
  private paragraph(node: XmlNode): Block[] {
    const style = find(node, 'w:pStyle')?.attributes['w:val']
    const topHeading = style !== undefined && this.headings.has(style)
    const block = { text: this.numbered(node), topHeading, notes: this.notesOf(node) }
    const boxes = outermost(node, 'w:txbxContent').flatMap((box) =>
      box.children.flatMap((child) => this.blocksOf(child)),
    )
    const graphics = [
      ...this.graphic(node, 'c:chart', 'r:id', chartLines),
      ...this.graphic(node, 'dgm:relIds', 'r:dm', drawingLines),
    ]
    return [block, ...boxes, ...graphics.map((text) => ({ text, topHeading: false }))]
  }

  private cell(cell: XmlNode): string {
    return findAll(cell, 'w:p')
      .map((paragraph) => this.numbered(paragraph).replaceAll('\f', ''))
      .join(' ')
  }

  /** The text of a paragraph after its number, if a list or its heading gives it one. */
  private numbered(paragraph: XmlNode): string {
    const [number, text] = [this.numbering.next(paragraph), inlineText(paragraph)]
    return number === '' || text.trim() === '' ? text : text.replace(/^\f*/, (breaks) => `${breaks}${number} `)
  }

  private graphic(node: XmlNode, name: string, attribute: string, lines: (tree: XmlNode) => string[]): string[] {
    return findAll(node, name).flatMap(({ attributes }) => {
      const part = this.related.get(attributes[attribute] ?? '')
      const tree = part && this.parts.tree(part.name)
      return tree ? lines(tree) : []
    })
  }

  private notesOf(node: XmlNode): string[] {
    return noteKinds.flatMap(({ reference }) =>
      findAll(node, reference).flatMap(({ attributes }) => this.notes.get(`${reference} ${attributes['w:id']}`) || []),
    )
  }
}

const noteKinds = [
  { part: 'word/footnotes.xml', note: 'w:footnote', reference: 'w:footnoteReference' },
  { part: 'word/endnotes.xml', note: 'w:endnote', reference: 'w:endnoteReference' },
  { part: 'word/comments.xml', note: 'w:comment', reference: 'w:commentReference' },
]

/** The headers and footers of all sections, each once. */
function margins(parts: OfficeParts, related: RelatedPart[]): string[] {
  const texts = related.flatMap(({ kind, name }) => {
    const tree = kind === 'header' || kind === 'footer' ? parts.tree(name) : undefined
    return tree ? [marginText(tree).trim()] : []
  })
  // A page's number alone says nothing.
  return [...new Set(texts)].filter((text) => /\p{L}/u.test(text))
}

/** The elements of a name that stand in no other of it; an older program's copy of a drawing is none. */
function outermost(node: XmlNode, name: string): XmlNode[] {
  return node.children.flatMap((child) => {
    if (child.name === 'mc:Fallback') return []
    return child.name === name ? [child] : outermost(child, name)
  })
}

function marginText(part: XmlNode): string {
  return findAll(part, 'w:p')
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
    case 'w:ddList':
      return chosen(node)
    case 'w:checkBox':
      return checkBoxSign(isTicked(node))
    case 'w:sym':
      return symbolOf(node.attributes['w:font'] ?? '', Number.parseInt(node.attributes['w:char'] ?? '', 16))
    case 'w:tabs':
    case 'w:del':
    case 'w:moveFrom':
    case 'w:instrText':
    case 'w:rt':
    case 'w:txbxContent':
    case 'mc:Fallback':
      return ''
    default:
      return node.children.map(inlineText).join('')
  }
}

/** What is chosen of the entries of a form's list; the first, if nothing was. */
function chosen(list: XmlNode): string {
  const index = Number(find(list, 'w:result')?.attributes['w:val'] ?? find(list, 'w:default')?.attributes['w:val'] ?? 0)
  return findAll(list, 'w:listEntry')[index]?.attributes['w:val'] ?? ''
}

/** Whether a form's box is ticked: by who filled it in, or else from the beginning. */
function isTicked(box: XmlNode): boolean {
  const state = find(box, 'w:checked') ?? find(box, 'w:default')
  return state !== undefined && !['0', 'false', 'off'].includes(state.attributes['w:val'] ?? '')
}

/** Styles with outline level 1: `Heading1` under whatever name the language of the author gave it. */
function headingStyles(tree: XmlNode | undefined): Set<string> {
  const styles = tree ? findAll(tree, 'w:style') : []
  const top = styles.filter((style) => {
    const name = find(style, 'w:name')?.attributes['w:val']?.toLowerCase()
    return name === 'heading 1' || find(style, 'w:outlineLvl')?.attributes['w:val'] === '0'
  })
  return new Set(['Heading1', ...top.map((style) => style.attributes['w:styleId'] ?? '')])
}
