import type { SourcePage } from '../attached-texts.ts'

/** A page as a model is shown it; `n` is the number of its citation marker. */
export interface NumberedPage extends SourcePage {
  n: number
}

/** Numbers pages from 1, as citations do, and packs them into parts of at most this many characters; a longer page is cut into several of its number. */
export function partsOf(pages: SourcePage[], characters: number): NumberedPage[][] {
  const parts: NumberedPage[][] = []
  let room = 0
  for (const page of pages.flatMap((page, index) => cut({ ...page, n: index + 1 }, characters))) {
    if (page.text.length > room || parts.length === 0) {
      parts.push([])
      room = characters
    }
    parts.at(-1)!.push(page)
    room -= page.text.length
  }
  return parts
}

function cut(page: NumberedPage, characters: number): NumberedPage[] {
  const pieces: NumberedPage[] = []
  for (let start = 0; start < page.text.length; start += characters) {
    pieces.push({ ...page, text: page.text.slice(start, start + characters) })
  }
  return pieces
}

/** Packs texts, which none of them exceeds, into groups of at most this many characters. */
export function packed(texts: string[], characters: number): string[][] {
  const groups: string[][] = []
  let room = 0
  for (const text of texts) {
    if (text.length > room) {
      groups.push([])
      room = characters
    }
    groups.at(-1)!.push(text)
    room -= text.length
  }
  return groups
}
