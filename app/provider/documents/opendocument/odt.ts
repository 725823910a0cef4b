import { type DocumentPage, UnreadableDocument } from '../document.ts'
import { paginate } from '../paginate.ts'
import { find, findAll, parseXml } from '../xml.ts'
import { openParts } from './parts.ts'
import { BlockReader, noteText } from './text-blocks.ts'

/**
 * Reads an OpenDocument text: its pages as it was last laid out, or its top-level sections if nothing marks pages. Headers
 * and footers follow the first page.
 */
export async function readOdt(bytes: Uint8Array): Promise<DocumentPage[]> {
  const { content, styles, objects } = openParts(bytes)
  const tree = parseXml(content)
  const body = find(tree, 'office:text')
  if (!body) throw new UnreadableDocument('damaged')
  const [first = { text: '', topHeading: false }, ...rest] = new BlockReader(tree, objects).blocksOf(body)
  return paginate([{ ...first, notes: [...(first.notes ?? []), ...margins(styles)] }, ...rest])
}

/** The headers and footers of all kinds of pages, each once. */
function margins(styles: Uint8Array | undefined): string[] {
  const tree = styles && parseXml(styles)
  if (!tree) return []
  const found = [
    'style:header',
    'style:footer',
    'style:header-left',
    'style:footer-left',
    'style:header-first',
    'style:footer-first',
  ]
  return [...new Set(found.flatMap((name) => findAll(tree, name).map((margin) => noteText(margin).trim())))].filter(
    Boolean,
  )
}
