import { findExcerpt } from './excerpt.ts'

/** Styled as `::highlight(citation)`. */
const name = 'citation'

/**
 * Highlights the excerpt in the text under `root`, replacing an earlier highlight, and leaves the nodes as they are.
 * @param from where the cited page begins: the excerpt is looked for from there on first, then in all of the text
 * @returns the range of its beginning, or null when the text does not hold it
 */
export function highlightExcerpt(root: Node, excerpt: string, from?: Node): Range | null {
  const all = textNodes(root)
  const later = from ? all.filter((node) => !isBefore(node, from)) : all
  let ranges = rangesIn(later, excerpt)
  if (ranges.length === 0 && later.length < all.length) ranges = rangesIn(all, excerpt)
  if (ranges.length > 0) markRanges(ranges)
  return ranges[0] ?? null
}

/** Highlights these stretches in the place of the last; without the Highlight API (Firefox before 140) they stay as they are. */
export function markRanges(ranges: readonly Range[]): void {
  if ('highlights' in CSS) CSS.highlights.set(name, new Highlight(...ranges))
}

function rangesIn(nodes: readonly Text[], excerpt: string): Range[] {
  const texts = nodes.map((node) => node.data)
  return findExcerpt(texts, excerpt).map(({ text, start, end }) => {
    const range = document.createRange()
    range.setStart(nodes[text]!, start)
    range.setEnd(nodes[text]!, end)
    return range
  })
}

const isBefore = (node: Node, mark: Node) =>
  (mark.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0

/** Scrolls so that the range begins a third down the view, and into it sideways. */
export function reveal(scroller: Element, range: Range): void {
  const passage = range.getBoundingClientRect()
  const view = scroller.getBoundingClientRect()
  const beside = passage.left < view.left || passage.left > view.right
  scroller.scrollBy({ top: passage.top - view.top - view.height / 3, left: beside ? passage.left - view.left - 24 : 0 })
}

/** Ends the highlight, wherever it is. */
export function clearHighlight(): void {
  if ('highlights' in CSS) CSS.highlights.delete(name)
}

function textNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  return nodes
}
