/** Characters of a page; the text that is indexed is cut alike, so that a citation's page is found. */
const pageCharacters = 20_000

/** Cuts a text into the pages that answers cite: a form feed starts one, and so does the line after some 20,000 characters. */
export function textPages(text: string): string[] {
  return text.split('\f').flatMap((part) => {
    const pages: string[] = []
    for (let start = 0; start < part.length || pages.length === 0;) {
      const end = start + pageCharacters
      const lineBreak = end < part.length ? part.lastIndexOf('\n', end) : -1
      const cut = lineBreak > start ? lineBreak + 1 : end
      pages.push(part.slice(start, cut))
      start = cut
    }
    return pages
  })
}
