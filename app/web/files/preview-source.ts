import type { StoredFile } from '~/contract/files.ts'
import type { Source } from '~/viewer/protocol.ts'

type SourceKind = Source['kind']

const kinds: Record<string, SourceKind> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  avif: 'image',
  csv: 'table',
  tsv: 'table',
  txt: 'text',
  md: 'text',
  markdown: 'text',
  docx: 'pages',
  xlsx: 'pages',
  pptx: 'pages',
}

/**
 * Decides how a file is previewed from what `url`, its signed address, holds.
 * `pages` means that its extracted text must be asked for, as a browser cannot draw the format.
 * The extension decides (spec, section 9), not the media type, which the uploader's machine made up.
 */
export function previewSource(file: Pick<StoredFile, 'name'>, url: string): Source | 'pages' | 'unsupported' {
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  const kind = Object.hasOwn(kinds, extension) ? kinds[extension] : undefined
  if (!kind) return 'unsupported'
  return kind === 'pages' ? 'pages' : { kind, url }
}
