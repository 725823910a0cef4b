/** A document of the collection, page by page. */
export interface CollectedDocument {
  name: string
  pages: string[]
}

/** Reads `en.txt` and `ja.txt`: a document begins with `# ` and its name, a further page with `---`. */
export const documentsIn = (text: string): CollectedDocument[] =>
  text
    .split(/^# /m)
    .slice(1)
    .map((document) => {
      const [name = '', ...lines] = document.trimEnd().split('\n')
      return { name, pages: lines.join('\n').split('\n---\n') }
    })

/** A page as the questions name it. */
export const pageName = (name: string, page: number): string => (page === 1 ? name : `${name}/${page}`)
