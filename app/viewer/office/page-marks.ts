/** The name of the bookmark at which a page begins; the first begins with the document. */
export const pageMark = (page: number) => `cited-page-${page}`

/** A stretch of a paragraph, or a table's row, and where it begins; it ends with a page break or the paragraph. */
interface Piece {
  text: string
  /** The break before it, or the paragraph whose beginning it is. */
  from: Element
}

interface Block {
  pieces: Piece[]
  topHeading: boolean
}

/**
 * Puts a bookmark where each page of a Word document begins, of those pages that answers cite: as Word last laid them out,
 * or top-level sections where nothing marks pages. Breaks that Word notes twice are left once.
 *
 * The same rule numbers the pages when the text is extracted, so that a citation's page is found.
 * @param document `word/document.xml`, which is changed
 * @param styles `word/styles.xml`
 * @returns how many pages there are
 */
export function markPages(document: Document, styles: Document | undefined): number {
  const body = document.getElementsByTagName('w:body')[0]
  const headings = headingStyles(styles)
  const blocks = body ? [...body.children].flatMap((child) => blocksOf(child, headings)) : []
  const marked = blocks.some(({ pieces }, index) => pieces.length > 1 && (index > 0 || hasText(pieces[0]!)))

  let page = 1
  let filled = false
  const repeated: Element[] = []
  const begin = (from: Element) => {
    if (filled) page += 1
    else if (from.tagName === 'w:lastRenderedPageBreak') repeated.push(from)
    filled = false
  }
  for (const { pieces, topHeading } of blocks) {
    for (const [index, piece] of pieces.entries()) {
      if (index > 0 || (topHeading && !marked)) begin(piece.from)
      if (filled || !hasText(piece)) continue
      filled = true
      if (page > 1) addMark(piece.from, page)
    }
  }
  for (const each of repeated) each.remove()
  return page
}

const hasText = ({ text }: Piece) => text.trim() !== ''

function blocksOf(element: Element, headings: ReadonlySet<string>): Block[] {
  if (element.tagName === 'w:p') {
    const style = element.getElementsByTagName('w:pStyle')[0]?.getAttribute('w:val')
    return [{ pieces: piecesOf(element), topHeading: style != null && headings.has(style) }]
  }
  if (element.tagName === 'w:tbl') {
    return [...element.getElementsByTagName('w:tr')].map((row) => ({
      pieces: [{ text: row.textContent, from: row.getElementsByTagName('w:p')[0] ?? row }],
      topHeading: false,
    }))
  }
  // Content controls, custom XML and change tracking wrap the paragraphs.
  return element.tagName === 'w:sectPr' ? [] : [...element.children].flatMap((child) => blocksOf(child, headings))
}

/** Not text that is seen: deleted, field codes, settings, the fallback copy of a drawing. */
const unseen = new Set(['w:tabs', 'w:del', 'w:moveFrom', 'w:instrText', 'w:rt', 'mc:Fallback'])

function piecesOf(paragraph: Element): Piece[] {
  const pieces: Piece[] = [{ text: '', from: paragraph }]
  const read = (element: Element) => {
    if (unseen.has(element.tagName)) return
    if (isPageBreak(element)) pieces.push({ text: '', from: element })
    else if (element.tagName === 'w:t') pieces.at(-1)!.text += element.textContent
    else for (const child of element.children) read(child)
  }
  read(paragraph)
  return pieces
}

function isPageBreak(element: Element): boolean {
  if (element.tagName === 'w:lastRenderedPageBreak') return true
  if (element.tagName === 'w:br') return element.getAttribute('w:type') === 'page'
  return element.tagName === 'w:pageBreakBefore' && !['0', 'false'].includes(element.getAttribute('w:val') ?? '')
}

/** The bookmark stands in the paragraph, after the run that holds the break: renderers read it nowhere else. */
function addMark(from: Element, page: number): void {
  const paragraph = paragraphOf(from)
  const mark = from.ownerDocument.createElementNS(from.namespaceURI, 'w:bookmarkStart')
  mark.setAttributeNS(from.namespaceURI, 'w:id', `9${page}`)
  mark.setAttributeNS(from.namespaceURI, 'w:name', pageMark(page))
  if (!paragraph) return
  const children = [...paragraph.children]
  const holder = children.find((child) => child.contains(from)) ?? children.find(({ tagName }) => tagName === 'w:pPr')
  paragraph.insertBefore(mark, holder ? holder.nextSibling : paragraph.firstChild)
}

function paragraphOf(element: Element): Element | null {
  return element.tagName === 'w:p' ? element : element.parentElement && paragraphOf(element.parentElement)
}

/** Styles of outline level 1: `Heading1` under whatever name the language of the author gave it. */
function headingStyles(styles: Document | undefined): Set<string> {
  const all = styles ? [...styles.getElementsByTagName('w:style')] : []
  const value = (style: Element, name: string) => style.getElementsByTagName(name)[0]?.getAttribute('w:val')
  const top = all.filter(
    (style) => value(style, 'w:name')?.toLowerCase() === 'heading 1' || value(style, 'w:outlineLvl') === '0',
  )
  return new Set(['Heading1', ...top.map((style) => style.getAttribute('w:styleId') ?? '')])
}
