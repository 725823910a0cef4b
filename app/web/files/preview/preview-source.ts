import type { StoredFile } from '~/contract/files.ts'
import type { Source } from '~/viewer/protocol.ts'

type SourceKind = Source['kind']

const extensions: Record<string, SourceKind> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  mp3: 'audio',
  wav: 'audio',
  m4a: 'audio',
  aac: 'audio',
  ogg: 'audio',
  oga: 'audio',
  opus: 'audio',
  flac: 'audio',
  weba: 'audio',
  csv: 'table',
  tsv: 'table',
  txt: 'text',
  md: 'markdown',
  markdown: 'markdown',
  docx: 'docx',
  xlsx: 'workbook',
  pptx: 'pptx',
  xlsb: 'pages',
  odt: 'pages',
  ods: 'workbook',
  odp: 'pages',
  odg: 'pages',
  rtf: 'pages',
  html: 'pages',
  htm: 'pages',
  xhtml: 'pages',
  epub: 'pages',
  eml: 'pages',
  mht: 'pages',
  mhtml: 'pages',
  msg: 'pages',
  doc: 'pages',
  xls: 'workbook',
  ppt: 'pages',
}

/** Where the extension says nothing. */
const types: [RegExp, SourceKind][] = [
  [/^application\/pdf\b/, 'pdf'],
  [/^image\/(png|jpeg|gif|webp|avif)\b/, 'image'],
  [/^audio\//, 'audio'],
  [/^text\/(csv|tab-separated-values)\b/, 'table'],
  [/^text\/markdown\b/, 'markdown'],
  [/^text\//, 'text'],
  [/^application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\b/, 'docx'],
  [/^application\/vnd\.openxmlformats-officedocument\.presentationml\.presentation\b/, 'pptx'],
  [/^application\/vnd\.openxmlformats-officedocument\.spreadsheetml\.sheet\b/, 'workbook'],
  [/^application\/vnd\.openxmlformats-officedocument\./, 'pages'],
  [/^application\/(vnd\.oasis\.opendocument\.|vnd\.ms-outlook\b|rtf\b|epub\+zip)|^message\/rfc822\b/, 'pages'],
]

/** A preview that is not in our frame: the address opens in a new tab, or what it holds is saved. */
export type Elsewhere = { kind: 'tab'; url: string } | { kind: 'download' }

/**
 * Decides how a file is previewed from what `url`, its signed address, holds: by the extension, else by the address's
 * `response-content-type`. `pages` means that its extracted text must be asked for, as a browser cannot draw the format.
 * What the viewer does not show opens in a new tab where the address is an `https://` one, and is saved where it is any
 * other or answers as an attachment: of that, a tab would stay empty.
 */
export function previewSource(file: Pick<StoredFile, 'name'>, url: string): Source | 'pages' | Elsewhere {
  const kind = kindOf(file.name, contentType(url))
  if (kind === 'pages') return kind
  if (kind) return { kind, url }
  return url.startsWith('https://') && !isAttachment(url) ? { kind: 'tab', url } : { kind: 'download' }
}

/** Whether the preview shows a file itself. */
export const isPreviewable = ({ name, mime_type }: Pick<StoredFile, 'name' | 'mime_type'>) =>
  kindOf(name, mime_type) !== undefined

/** Whether it is one of the Office formats, which other viewers draw better. */
export const isOffice = ({ name }: Pick<StoredFile, 'name'>) => /^(docx?|xlsx?|pptx?)$/.test(extensionOf(name))

function kindOf(name: string, type: string): SourceKind | undefined {
  const extension = extensionOf(name)
  if (Object.hasOwn(extensions, extension)) return extensions[extension]
  return types.find(([pattern]) => pattern.test(type))?.[1]
}

const extensionOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const parameter = (url: string, name: string) => URL.parse(url, 'http://base')?.searchParams.get(name) ?? ''
const contentType = (url: string) => parameter(url, 'response-content-type').toLowerCase()
const isAttachment = (url: string) =>
  parameter(url, 'disposition') === 'attachment' || /^attachment\b/.test(parameter(url, 'response-content-disposition'))
