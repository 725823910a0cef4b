import { decode } from '~/provider/documents/decode.ts'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import { officeTypes } from '~/provider/documents/mime.ts'
import type { AttachedFile } from '../attached-files.ts'
import type { Translatable } from './segment.ts'

/**
 * A file whose texts can be translated in place. One of another format becomes a Word document of its pages' texts, as
 * the index has them.
 *
 * @throws UnreadableDocument `too_large`, `damaged`, `unreadable_text`, or `no_text` for a file without pages
 */
export async function openFile(
  { mime_type, size }: AttachedFile,
  { bytes, pages }: { bytes: () => Promise<Uint8Array>; pages: () => Promise<{ text: string }[]> },
): Promise<Translatable> {
  if (size > limits.bytes) throw new UnreadableDocument('too_large')
  switch (mime_type) {
    case officeTypes.docx:
      return office(await bytes(), 'docx')
    case officeTypes.pptx:
      return office(await bytes(), 'pptx')
    case officeTypes.xlsx:
      return office(await bytes(), 'xlsx')
    case 'text/markdown':
      return (await import('./open-markdown.ts')).openMarkdown(await text(await bytes()))
    case 'text/csv':
    case 'text/tab-separated-values':
      return (await import('./open-csv.ts')).openCsv(await text(await bytes()))
    case 'text/plain':
      return (await import('./open-plain-text.ts')).openPlainText(await text(await bytes()))
    default:
      return documentOf(await pages())
  }
}

const office = async (bytes: Uint8Array, format: 'docx' | 'pptx' | 'xlsx') =>
  (await import('./office/open-office.ts')).openOffice(bytes, format)

/** Characters of a text file, whose Markdown is parsed as a whole. */
const mostCharacters = 2_000_000

async function text(bytes: Uint8Array): Promise<string> {
  const decoded = await decode(bytes)
  if (decoded.length > mostCharacters) throw new UnreadableDocument('too_large')
  return decoded
}

async function documentOf(pages: { text: string }[]): Promise<Translatable> {
  if (pages.length === 0) throw new UnreadableDocument('no_text')
  const { pagesToDocx } = await import('./pages-to-docx.ts')
  return office(await pagesToDocx(pages), 'docx')
}
