import { decode } from '~/provider/documents/decode.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { officeTypes } from '~/provider/documents/mime.ts'
import { type InPlaceType, opensInPlace } from './in-place-types.ts'
import type { Translatable } from './segment.ts'

/** Formats whose texts are replaced where they stand. */
const formats: Record<InPlaceType, (bytes: Uint8Array) => Promise<Translatable>> = {
  [officeTypes.docx]: (bytes) => office(bytes, 'docx'),
  [officeTypes.pptx]: (bytes) => office(bytes, 'pptx'),
  [officeTypes.xlsx]: (bytes) => office(bytes, 'xlsx'),
  'text/markdown': async (bytes) => (await import('./open-markdown.ts')).openMarkdown(await text(bytes)),
  'text/csv': separated,
  'text/tab-separated-values': separated,
  'text/plain': async (bytes) => (await import('./open-plain-text.ts')).openPlainText(await text(bytes)),
}

/**
 * A file that {@link opensInPlace}.
 * @throws UnreadableDocument `too_large`, `damaged` or `unreadable_text`
 */
export async function openInPlace(bytes: Uint8Array, mimeType: string): Promise<Translatable> {
  if (!opensInPlace(mimeType)) throw new UnreadableDocument('unsupported')
  return formats[mimeType](bytes)
}

async function office(bytes: Uint8Array, format: 'docx' | 'pptx' | 'xlsx') {
  return (await import('./office/open-office.ts')).openOffice(bytes, format)
}

async function separated(bytes: Uint8Array) {
  return (await import('./open-csv.ts')).openCsv(await text(bytes))
}

/** Characters of a text file, whose Markdown is parsed as a whole. */
const maxCharacters = 2_000_000

async function text(bytes: Uint8Array): Promise<string> {
  const decoded = await decode(bytes)
  if (decoded.length > maxCharacters) throw new UnreadableDocument('too_large')
  return decoded
}
