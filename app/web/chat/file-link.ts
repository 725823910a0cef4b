/** The file and the page that a link within the product names, the first page where it names none; null for any other link. */
export function fileLinkOf(href: string): { id: number; page: number } | null {
  const [, id, page] = /^\/files\/(\d+)(?:#page=(\d+))?$/.exec(href) ?? []
  return id ? { id: Number(id), page: Number(page ?? 1) } : null
}
