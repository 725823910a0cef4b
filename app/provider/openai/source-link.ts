import type { Reference } from '~/contract/chat.ts'

/** A source as other programs show it. */
export interface SourceLink {
  url: string
  title: string
}

/** What opens a source: the web page, or the file's page in the product. */
export function linkTo(
  { name, url, file_id, page_number }: Pick<Reference, 'name' | 'url' | 'file_id' | 'page_number'>,
  origin: string,
): SourceLink | undefined {
  const title = page_number === undefined ? name : `${name}, p. ${page_number}`
  if (url !== undefined) return { url, title }
  return file_id === undefined ? undefined : { url: pageAddress(file_id, page_number, origin), title }
}

/** The address that opens a file in the product, at a page where one is given. */
export function pageAddress(fileId: number, page: number | undefined, origin: string): string {
  const address = new URL('/files', origin)
  address.searchParams.set('preview', String(fileId))
  if (page !== undefined) address.searchParams.set('preview_page', String(page))
  return address.href
}
