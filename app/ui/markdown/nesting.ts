import type { Element, ElementContent, Root } from 'hast'

/*
 * A page's parser does not keep every tree that can be written down: a table in a paragraph ends it, a link in a link closes
 * the first one. What the server sends would then be another tree than the one that the browser takes over (WHATWG HTML,
 * 13.2.6, 'Tree construction'). Only answers with HTML of their own have such trees.
 */

/** Elements before which an open paragraph ends. */
const endsParagraph = new Set(
  'blockquote dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 hr li ol p pre section summary table ul'.split(
    ' ',
  ),
)

/** Elements that close an open one of their own kind, up to the elements that nothing inside can close. */
const kinds = ['li', 'dd dt', 'a', 'rp rt'].map((names) => names.split(' '))
const ends = new Set('blockquote details dl figure ol section td th ul'.split(' '))
const heading = /^h[1-6]$/
const lists = new Set(['ul', 'ol'])

const tableParts = new Set('thead tbody tfoot tr td th'.split(' '))
const rowGroups = new Set(['thead', 'tbody', 'tfoot'])

/** Makes a tree one that a page's parser keeps as it is: what it would take apart stands beside or without its element. */
export const rehypeNesting = () => (tree: Root, file: { value: unknown }) => {
  if (!String(file.value).includes('<')) return
  tree.children = (tree.children as ElementContent[]).flatMap((child) => kept(child, []))
}

/** What takes an element's place; `around`, the elements in which it is, the nearest first. */
function kept(node: ElementContent, around: readonly Element[]): ElementContent[] {
  if (node.type !== 'element') return [node]
  const isLeftOut =
    tableParts.has(node.tagName) || isOutOfList(node.tagName, around) || closesAnother(node.tagName, around)
  // What is left out is around nothing.
  const within = isLeftOut ? around : [node, ...around]
  if (node.tagName === 'table') return tableOf(node, within)
  node.children = node.children.flatMap((child) => kept(child, within))
  if (isLeftOut) return node.children
  if (node.tagName === 'p' && has(node, endsParagraph)) node.tagName = 'div'
  return [node]
}

/** An item without a list: where the text stands in an item itself, as a footnote does, it would end that one. */
const isOutOfList = (tagName: string, around: readonly Element[]) =>
  tagName === 'li' && !around.some((element) => lists.has(element.tagName))

function closesAnother(tagName: string, around: readonly Element[]): boolean {
  if (heading.test(tagName)) return heading.test(around[0]?.tagName ?? '')
  const kind = kinds.find((names) => names.includes(tagName))
  if (!kind) return false
  const end = tagName === 'a' ? undefined : around.find((element) => ends.has(element.tagName))
  const reach = end ? around.slice(0, around.indexOf(end)) : around
  return reach.some((element) => kind.includes(element.tagName))
}

const has = ({ children }: Element, names: ReadonlySet<string>): boolean =>
  children.some((child) => child.type === 'element' && (names.has(child.tagName) || has(child, names)))

/** A table of groups of rows of cells; what is none of these stands before it, and rows without a group have one. */
function tableOf(table: Element, within: readonly Element[]): ElementContent[] {
  const before: ElementContent[] = []
  const stray = (node: ElementContent) => {
    if (node.type !== 'text' || node.value.trim() !== '') before.push(...kept(node, within.slice(1)))
  }
  const cellsOf = (row: Element) => {
    row.children = row.children.filter((cell) => isOneOf(cell, ['td', 'th']) || stray(cell))
    for (const cell of row.children as Element[]) {
      cell.children = cell.children.flatMap((child) => kept(child, [cell, row, ...within]))
    }
    return row
  }
  const parts: Element[] = []
  for (const part of table.children) {
    if (isOneOf(part, rowGroups)) {
      part.children = part.children.filter((row) => isOneOf(row, ['tr']) || stray(row))
      for (const row of part.children) cellsOf(row as Element)
      parts.push(part)
    } else if (isOneOf(part, ['tr'])) {
      const open = parts.at(-1)
      if (open?.tagName === 'tbody') open.children.push(cellsOf(part))
      else parts.push({ type: 'element', tagName: 'tbody', properties: {}, children: [cellsOf(part)] })
    } else stray(part)
  }
  table.children = parts
  return parts.length > 0 ? [...before, table] : before
}

const isOneOf = (node: ElementContent, names: Iterable<string>): node is Element =>
  node.type === 'element' && new Set(names).has(node.tagName)
