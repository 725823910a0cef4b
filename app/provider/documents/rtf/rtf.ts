import type { Deadline } from '../deadline.ts'
import { type DocumentPage, UnreadableDocument } from '../document.ts'
import { textPages } from '../plain.ts'
import { RtfText } from './rtf-text.ts'
import { tokensOf } from './tokens.ts'

/** Tokens that are read between two looks at the clock. */
const piece = 50_000

/** Reads a Rich Text document: a page ends at an explicit page or section break. */
export async function readRtf(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  return textPages(await rtfText(bytes, deadline))
}

/**
 * The text of Rich Text: a paragraph is a line, a form feed a page break, and the cells of a row are separated by tabs.
 * @throws UnreadableDocument `damaged` for groups that are nested without end, or `too_large` at the deadline
 */
export async function rtfText(bytes: Uint8Array, deadline: Deadline): Promise<string> {
  const text = new RtfText()
  let count = 0
  for (const token of tokensOf(bytes)) {
    text.take(token)
    if (++count % piece === 0) await deadline.check()
  }
  if (!text.isRtf) throw new UnreadableDocument('damaged')
  return text.finish()
}
