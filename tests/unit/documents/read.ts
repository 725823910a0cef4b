import { extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { bytesOf } from './fixtures.ts'

/** Reads a file as an upload of this name is read: its bytes decide what it is. */
export const read = (source: Uint8Array | string, name: string) => {
  const bytes = typeof source === 'string' ? bytesOf(source) : source
  return extractPages(bytes, name, detectMimeType(bytes, name))
}

/** The text of a file that has one page. */
export async function textOf(source: Uint8Array | string, name: string): Promise<string> {
  const pages = await read(source, name)
  return pages.map(({ text }) => text).join('\f')
}

/** How reading ends: `read`, or the reason why not. */
export const outcomeOf = (source: Uint8Array | string, name: string) =>
  read(source, name).then(
    () => 'read',
    (error: { reason?: string }) => error.reason,
  )
