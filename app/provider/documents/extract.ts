import { isCompoundFile } from './compound-file.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { type DocumentPage, UnreadableDocument, limits } from './document.ts'
import { detectMimeType, officeTypes, openTypes, xlsbType } from './mime.ts'
import { ReadableSample } from './readable.ts'
import { tidy } from './text.ts'

export { type DocumentPage, UnreadableDocument } from './document.ts'

/** One that gives its pages one by one is stopped as soon as there are too many of them, or of their characters. */
type Reader = (bytes: Uint8Array, deadline: Deadline) => AsyncIterable<DocumentPage> | Promise<DocumentPage[]>

/** Readers are loaded when the first document of their format arrives: most isolates never read one. */
const readers: Record<string, () => Promise<Reader>> = {
  'application/pdf': async () => (await import('./pdf.ts')).readPdf,
  [officeTypes.docx]: async () => (await import('./docx.ts')).readDocx,
  [officeTypes.pptx]: async () => (await import('./pptx.ts')).readPptx,
  [officeTypes.xlsx]: async () => (await import('./spreadsheet.ts')).readXlsx,
  'text/csv': async () => (await import('./csv.ts')).readCsv,
  'text/tab-separated-values': async () => (await import('./csv.ts')).readCsv,
  'text/plain': async () => (await import('./plain.ts')).readPlainText,
  'text/markdown': async () => (await import('./markdown.ts')).readMarkdown,
  'text/html': async () => (await import('./html/html.ts')).readHtml,
  'message/rfc822': async () => (await import('./mail/eml.ts')).readEml,
  'application/epub+zip': async () => (await import('./epub.ts')).readEpub,
  [openTypes.odt]: async () => (await import('./opendocument/odt.ts')).readOdt,
  [openTypes.ods]: async () => (await import('./opendocument/ods.ts')).readOds,
  [openTypes.odp]: async () => (await import('./opendocument/odp.ts')).readOdp,
  [openTypes.odg]: async () => (await import('./opendocument/odp.ts')).readOdp,
  // Of Excel 97 to 2003 they are compound files, so these are older ones.
  'application/vnd.ms-excel': async () => (await import('./old-excel.ts')).readOldExcel,
  [xlsbType]: async () => (await import('./spreadsheet.ts')).readXlsb,
  'application/rtf': async () => (await import('./rtf/rtf.ts')).readRtf,
}

/**
 * Reads a document's text, page by page, leaving pages without text out.
 *
 * | format         | a page is                                                                        |
 * | -------------- | -------------------------------------------------------------------------------- |
 * | PDF            | a page                                                                           |
 * | DOCX, ODT      | a page as Word last laid it out; without such marks, a top-level section          |
 * | PPTX, ODP, ODG | a slide                                                                          |
 * | DOC            | what is between page and section breaks                                          |
 * | PPT            | a slide                                                                          |
 * | XLSX, ODS      | a visible sheet; a longer one than 1,000 rows goes on over the pages that follow |
 * | XLS, XLSB      | a sheet, hidden ones among them; likewise                                        |
 * | CSV, TSV       | 1,000 rows                                                                       |
 * | TXT, Markdown  | up to a form feed, or some 20,000 characters                                     |
 * | HTML, EML, MSG | some 20,000 characters; all of a shorter one                                      |
 * | EPUB           | a chapter, as the book's reading order has them                                   |
 * | RTF            | what is between page and section breaks; a longer part goes on likewise           |
 *
 * A paragraph is a line; the cells of a table's row are separated by tabs, and every page of a longer table repeats
 * the row of column names.
 *
 * It takes bounded time and memory whatever the bytes are: sizes are looked at before anything is inflated, and the
 * readers' loops stop at the deadline.
 * @param mimeType as `detectMimeType` gives it; where it is none of the above, the bytes and the name decide
 * @throws UnreadableDocument with the reason why nothing could be read
 */
export async function extractPages(
  bytes: Uint8Array,
  name: string,
  mimeType: string,
  deadline = startDeadline(),
): Promise<DocumentPage[]> {
  if (bytes.length === 0) throw new UnreadableDocument('empty')
  if (bytes.length > limits.bytes) throw new UnreadableDocument('too_large')
  const read = await readerOf(bytes, name, mimeType)
  return deadline.within(collectPages(read(bytes, deadline)))
}

async function readerOf(bytes: Uint8Array, name: string, mimeType: string): Promise<Reader> {
  if (isCompoundFile(bytes)) return (await import('./compound.ts')).readCompound
  const load = readers[mimeType] ?? readers[detectMimeType(bytes, name)]
  if (!load) throw new UnreadableDocument('unsupported')
  return load()
}

/** The pages that have text, tidied, as far as they are within the limits. */
export async function collectPages(reading: ReturnType<Reader>): Promise<DocumentPage[]> {
  const pages: DocumentPage[] = []
  const sample = new ReadableSample()
  let characters = 0
  for await (const { page, text } of await reading) {
    // What was read, not what is kept of it: tidying takes the very characters out that tell.
    sample.add(text)
    const tidied = tidy(text)
    characters += tidied.length
    if (tidied !== '') pages.push({ page, text: tidied })
    if (pages.length > limits.pages || characters > limits.characters || tidied.length > limits.pageCharacters) {
      throw new UnreadableDocument('too_large')
    }
  }
  if (pages.length === 0) throw new UnreadableDocument('no_text')
  if (!sample.isReadable) throw new UnreadableDocument('unreadable_text')
  return pages
}
