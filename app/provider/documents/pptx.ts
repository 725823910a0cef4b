import { readEntries } from './archive.ts'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { toLine } from './table.ts'
import { type XmlNode, findAll, parseXml, textOf } from './xml.ts'

const deck = 'ppt/presentation.xml'
const deckRelations = 'ppt/_rels/presentation.xml.rels'

/** Reads a PPTX deck, one page a slide in the order shown. Speaker notes are not part of what is published. */
export async function readPptx(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const parts = readEntries(
    bytes,
    (name) => name === deck || name === deckRelations || /^ppt\/slides\/[^/]+\.xml$/.test(name),
  )
  const presentation = parts.get(deck)
  const relations = parts.get(deckRelations)
  if (!presentation || !relations) throw new UnreadableDocument('damaged')

  const targets = new Map(
    findAll(parseXml(relations), 'Relationship').map(({ attributes }) => [
      attributes.Id,
      partName(attributes.Target ?? ''),
    ]),
  )
  const pages: DocumentPage[] = []
  for (const slide of findAll(parseXml(presentation), 'p:sldId')) {
    const part = parts.get(targets.get(slide.attributes['r:id']) ?? '')
    pages.push({ page: pages.length + 1, text: part ? linesOf(parseXml(part)).join('\n') : '' })
    await deadline.check()
  }
  return pages
}

function partName(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `ppt/${target}`
}

function linesOf(node: XmlNode): string[] {
  if (node.name === 'a:tr') {
    const cells = node.children.filter(({ name }) => name === 'a:tc')
    return [toLine(cells.map((cell) => findAll(cell, 'a:p').map(inlineText).join(' ')))]
  }
  if (node.name === 'a:p') return [inlineText(node)]
  if (node.name === 'mc:Fallback') return []
  return node.children.flatMap(linesOf)
}

function inlineText(node: XmlNode): string {
  if (node.name === 'a:t') return textOf(node)
  if (node.name === 'a:br') return ' '
  return node.children.map(inlineText).join('')
}
