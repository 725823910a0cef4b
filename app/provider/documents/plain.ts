import { type DocumentPage, limits } from './document.ts'
import { decode } from './decode.ts'
import { unwrap } from './unwrap.ts'

/** Reads plain text; lines that were wrapped at a width are paragraphs again. */
export async function readPlainText(bytes: Uint8Array): Promise<DocumentPage[]> {
  return textPages(unwrap(await decode(bytes)))
}

/** The pages of a text without any of its own: a form feed starts one, and so does the line after some 20,000 characters. */
export function textPages(text: string): DocumentPage[] {
  return text
    .split('\f')
    .flatMap(parts)
    .map((part, index) => ({ page: index + 1, text: part }))
}

function parts(text: string): string[] {
  if (text.length <= limits.plainPageCharacters) return [text]
  const found: string[] = []
  let start = 0
  while (start < text.length) {
    const end = start + limits.plainPageCharacters
    const lineBreak = end < text.length ? text.lastIndexOf('\n', end) : -1
    const cut = lineBreak > start ? lineBreak + 1 : end
    found.push(text.slice(start, cut))
    start = cut
  }
  return found
}
