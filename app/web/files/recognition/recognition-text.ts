import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import type { Recognition } from './recognitions.ts'

/** How far reading a file is, in words. */
export function recognitionText({ page, pages }: Recognition, { mime_type }: Pick<StoredFile, 'mime_type'>): string {
  if (page === undefined || pages === undefined) return m.recognition_waiting()
  return mime_type.startsWith('image/') ? m.recognition_reading_image() : m.recognition_reading({ page, pages })
}
