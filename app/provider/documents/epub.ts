import { readEntries } from './archive.ts'
import type { Deadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { decodeHtml } from './html/decode-html.ts'
import { htmlText } from './html/html-text.ts'
import { findAll, parseXml } from './xml.ts'

const container = 'META-INF/container.xml'
const encryption = 'META-INF/encryption.xml'
const readable = /^application\/xhtml\+xml$|^text\/html$|dtbook/

/**
 * Reads an EPUB book, one page a chapter file in its reading order.
 * @throws UnreadableDocument `damaged` without a reading order, or `encrypted` where the chapters are
 */
export async function readEpub(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const parts = readEntries(bytes, (name) => /\.(x?html?|xml|opf)$/i.test(name))
  const root = rootOf(parts.get(container))
  const book = parts.get(root)
  if (!book) throw new UnreadableDocument('damaged')

  const chapters = chaptersOf(book, root.slice(0, root.lastIndexOf('/') + 1))
  if (chapters.length > limits.pages) throw new UnreadableDocument('too_large')
  const locked = encryptedParts(parts.get(encryption))
  const pages: DocumentPage[] = []
  for (const chapter of chapters) {
    if (locked.has(chapter)) throw new UnreadableDocument('encrypted')
    const part = parts.get(chapter)
    const text = part ? (await htmlText(await decodeHtml(part), deadline)).text : ''
    pages.push({ page: pages.length + 1, text })
  }
  return pages
}

/** The part that describes the book (EPUB 3.3, 4.2.6.3.1). */
function rootOf(part: Uint8Array | undefined): string {
  const [first] = part ? findAll(parseXml(part), 'rootfile') : []
  return first?.attributes['full-path'] ?? ''
}

/** The parts that are read one after the other (EPUB 3.3, 5.7); elements may have the prefix of their namespace. */
function chaptersOf(book: Uint8Array, folder: string): string[] {
  const tree = parseXml(book)
  const named = (name: string) => [...findAll(tree, name), ...findAll(tree, `opf:${name}`)]
  const parts = new Map(named('item').map(({ attributes }) => [attributes.id, attributes]))
  return named('itemref').flatMap(({ attributes }) => {
    const part = parts.get(attributes.idref)
    return part && readable.test(part['media-type'] ?? '') ? [partName(folder, part.href ?? '')] : []
  })
}

/** Fonts may be obfuscated in any book; chapters are only where a licence is asked for. */
function encryptedParts(part: Uint8Array | undefined): Set<string> {
  const references = part ? findAll(parseXml(part), 'CipherReference') : []
  const prefixed = part ? findAll(parseXml(part), 'enc:CipherReference') : []
  return new Set([...references, ...prefixed].map(({ attributes }) => attributes.URI ?? ''))
}

/** An address relative to the folder of the book's description, as the name of a part. */
function partName(folder: string, href: string): string {
  const path = URL.parse(href, `file:///${folder}`)?.pathname.slice(1) ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
