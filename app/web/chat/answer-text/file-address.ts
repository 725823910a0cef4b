/** The file and the page that a link within the product names, the first page where it names none; null for any other link. */
export function fileLinkOf(href: string): { id: number; page: number } | null {
  const [, id, page] = /^\/files\/(\d+)(?:#page=(\d+))?$/.exec(href) ?? []
  return id ? { id: Number(id), page: Number(page ?? 1) } : null
}

/** Stands for the product's own origin: only an address without one is the product's, on whatever host it runs. */
const own = 'https://own.invalid'

/** What the address of an image names: a file of the product, by its id, a place elsewhere, or nothing that could be shown. */
export function imageAt(src: string): { file: number } | { elsewhere: string } | null {
  // Parsed as a browser does it: it drops tabs and line ends, so that `/\t/host` is another host, and reads `\` as `/`.
  const url = URL.parse(src, own)
  if (!url) return null
  if (url.origin !== own) return { elsewhere: url.href }
  const file = fileLinkOf(url.pathname)
  return file && { file: file.id }
}
