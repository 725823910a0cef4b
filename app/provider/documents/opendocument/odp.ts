import type { Deadline } from '../deadline.ts'
import { type DocumentPage, UnreadableDocument } from '../document.ts'
import { find, findAll, parseXml } from '../xml.ts'
import { openParts } from './parts.ts'
import { BlockReader, noteText } from './text-blocks.ts'

/** Reads an OpenDocument presentation or drawing, one page a slide, with its notes and comments after its text. */
export async function readOdp(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const { content, objects } = openParts(bytes)
  const tree = parseXml(content)
  const body = find(tree, 'office:body')
  if (!body) throw new UnreadableDocument('damaged')
  const reader = new BlockReader(tree, objects)
  const pages: DocumentPage[] = []
  for (const slide of findAll(body, 'draw:page')) {
    const lines = reader.blocksOf(slide).flatMap(({ text, notes = [] }) => [text, ...notes])
    const beside = [...findAll(slide, 'presentation:notes'), ...findAll(slide, 'office:annotation')].map((note) =>
      noteText(note).trim(),
    )
    pages.push({ page: pages.length + 1, text: [...lines, ...beside].join('\n') })
    await deadline.check()
  }
  return pages
}
