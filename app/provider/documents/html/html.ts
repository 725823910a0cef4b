import type { Deadline } from '../deadline.ts'
import type { DocumentPage } from '../document.ts'
import { textPages } from '../plain.ts'
import { decodeHtml } from './decode-html.ts'
import { htmlText } from './html-text.ts'

/** Reads an HTML file: its title, unless its text begins with it, and all of its text. */
export async function readHtml(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const { title, text } = await htmlText(await decodeHtml(bytes), deadline)
  return textPages(text.startsWith(title) ? text : `${title}\n${text}`)
}
