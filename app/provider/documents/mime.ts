import { markedUtf16, utf16Order } from '~/encoding/utf16.ts'

/** What Office writes since 2007. */
export const officeTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const
export const xlsbType = 'application/vnd.ms-excel.sheet.binary.macroenabled.12'
/** OpenDocument and EPUB, by extension. */
export const openTypes = {
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  odg: 'application/vnd.oasis.opendocument.graphics',
  epub: 'application/epub+zip',
}
const compoundTypes: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  msg: 'application/vnd.ms-outlook',
}
const textTypes: Record<string, string> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'text/html',
  eml: 'message/rfc822',
  mht: 'message/rfc822',
  mhtml: 'message/rfc822',
}

/**
 * What an XML or HTML text begins with. A comment ends at its first mark: where it could go on to a later one, a file of forty of them
 * would be tried in each way to group them, which takes for ever.
 */
const afterProlog = (start: string) =>
  new RegExp(String.raw`^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*${start}`, 'i')

/** The first bytes that tell a format, as Latin-1 text, and where they may begin. */
const signatures: [type: string, pattern: RegExp][] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['audio/wav', /^RIFF[^]{4}WAVE/],
  // The version that follows tells a tag from a column called ID3.
  ['audio/mpeg', /^(ID3[\x02-\x04]|\xff[\xfb\xf3\xf2])/],
  ['audio/mp4', /^[^]{4}ftypM4A/],
  ['audio/aac', /^\xff[\xf1\xf9]/],
  ['audio/ogg', /^OggS\0/],
  ['audio/flac', /^fLaC[\0\x80]/],
  ['audio/webm', /^\x1aE\xdf\xa3/],
  // Readers accept a PDF header anywhere in the first kilobyte.
  ['application/pdf', /^[^]{0,1019}%PDF-/],
  ['application/rtf', /^(\xef\xbb\xbf)?\s*\{\\rtf/],
  // A record that begins a sheet of Excel 3 or 4, which is a file of its own.
  ['application/vnd.ms-excel', /^\x09[\x02\x04]\x06\0[^]{2}\x10\0/],
  ['image/svg+xml', afterProlog(String.raw`(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]`)],
  ['text/html', afterProlog(String.raw`<(?:!doctype\s+html|html|head|body|script)[\s>]`)],
  // Fields that a mail gets on its way; nothing else begins with them.
  ['message/rfc822', /^(Return-Path|Received|Delivered-To|X-Received|Message-ID|MIME-Version): /i],
]

/** How many bytes of a file `detectMimeType` wants to see. */
export const sniffedBytes = 4096

/**
 * The media type of a file by its first bytes; the name's extension only decides between formats that begin alike
 * (Office documents, kinds of text). A mislabelled file gets the type of its bytes.
 * @param firstBytes the first `sniffedBytes` of the file, or all of a shorter one
 */
export function detectMimeType(firstBytes: Uint8Array, name: string): string {
  const start = firstBytes.subarray(0, sniffedBytes)
  const head = String.fromCharCode(...start)
  const extension = extensionOf(name)

  const signed = signatures.find(([, pattern]) => pattern.test(head))
  if (signed) return signed[0]
  if (head.startsWith('PK\x03\x04')) return archiveType(head, extension)
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return compoundFileType(extension)
  return isText(start) ? (textTypes[extension] ?? 'text/plain') : 'application/octet-stream'
}

/** What `mimetype`, the first entry of an OpenDocument or EPUB archive, says (OpenDocument 1.3, part 2, 3.3). */
const declaredType = /^PK\x03\x04[^]{26}mimetype[^]{0,64}?(application\/(?:vnd\.oasis\.opendocument\.[a-z]+|epub\+zip))/

/** The part names that an Office document's archive shows in its first bytes; the extension where it shows none. */
function archiveType(head: string, extension: string): string {
  const declared = declaredType.exec(head)?.[1]
  if (declared) return declared
  if (head.includes('word/')) return officeTypes.docx
  if (head.includes('xl/')) return extension === 'xlsb' ? xlsbType : officeTypes.xlsx
  if (head.includes('ppt/')) return officeTypes.pptx
  if (/content\.xml|META-INF\/|OEBPS\/|\.xhtml/.test(head) && Object.hasOwn(openTypes, extension))
    return openTypes[extension as keyof typeof openTypes]
  const named = Object.hasOwn(officeTypes, extension) ? officeTypes[extension as keyof typeof officeTypes] : undefined
  return named && /\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\//.test(head) ? named : 'application/zip'
}

/** Office 97 files, Outlook's messages, and the containers of Office documents with a password. */
function compoundFileType(extension: string): string {
  if (Object.hasOwn(officeTypes, extension)) return officeTypes[extension as keyof typeof officeTypes]
  return compoundTypes[extension] ?? 'application/x-ole-storage'
}

/** Control characters that a text has now and then: a mark at its end, or between its columns. */
const maxControls = 0.01

function isText(bytes: Uint8Array): boolean {
  if (markedUtf16(bytes) || utf16Order(bytes)) return true
  const controls = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32)).length
  return !bytes.includes(0) && controls <= Math.max(1, bytes.length * maxControls)
}

const imageExtensions = new Set(['png', 'avif', 'jpeg', 'jpg', 'webp', 'gif'])
const audioExtensions = new Set(['mp3', 'wav', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'weba', 'wma', 'aiff'])

/** What kind of file the screens show, by its name's extension alone. */
export function fileType(name: string): 'image' | 'audio' | 'document' {
  const extension = extensionOf(name)
  if (imageExtensions.has(extension)) return 'image'
  return audioExtensions.has(extension) ? 'audio' : 'document'
}

/** The lower-case extension of a name without its dot; empty where there is none. */
function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}
