import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { type OfficeParts, chartLines, drawingLines, openOfficeParts } from './office-parts.ts'
import { findAll, textOf } from './xml.ts'

const deck = 'ppt/presentation.xml'
const read =
  /^ppt\/(?:presentation|slides\/[^/]+|notesSlides\/[^/]+|charts\/chart[^/]*|diagrams\/data[^/]*|comments\/[^/]+)\.xml$/

/** Reads a PPTX deck, one page a slide in the order shown: its text, charts and diagrams, then its notes and comments. */
export async function readPptx(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const parts = openOfficeParts(bytes, (name) => read.test(name))
  const presentation = parts.tree(deck)
  if (!presentation) throw new UnreadableDocument('damaged')

  const names = new Map(parts.related(deck).map(({ id, name }) => [id, name]))
  const pages: DocumentPage[] = []
  for (const { attributes } of findAll(presentation, 'p:sldId')) {
    const text = slideLines(parts, names.get(attributes['r:id'] ?? '') ?? '').join('\n')
    pages.push({ page: pages.length + 1, text })
    await deadline.check()
  }
  return pages
}

function slideLines(parts: OfficeParts, name: string): string[] {
  const slide = parts.tree(name)
  const beside = parts.related(name).flatMap((part) => {
    const tree = readers[part.kind] && parts.tree(part.name)
    return tree ? readers[part.kind]!(tree) : []
  })
  return slide ? [...drawingLines(slide), ...beside] : []
}

/** What is read of the parts that a slide refers to, by their kinds. */
const readers: Record<string, typeof drawingLines> = {
  chart: chartLines,
  diagramData: drawingLines,
  // Of a page of notes, its body: the rest repeats the slide's number, date and footer.
  notesSlide: (notes) =>
    findAll(notes, 'p:sp')
      .filter((shape) => findAll(shape, 'p:ph').some(({ attributes }) => attributes.type === 'body'))
      .flatMap(drawingLines),
  comments: (comments) => [...findAll(comments, 'p:text').map(textOf), ...drawingLines(comments)],
}
