import type { DocumentPage } from './document.ts'

/** A paragraph or a table row; `\f` in its text is a page break. */
export interface Block {
  text: string
  topHeading: boolean
  /** Footnotes, comments and the like that stand beside it: they follow the text of its page. */
  notes?: string[]
}

/** The pages of a document: by its page breaks, or its top-level headings if nothing marks pages. */
export function paginate(blocks: Block[]): DocumentPage[] {
  const marked =
    blocks.some(({ text }) => text.trim().includes('\f')) || blocks.some(({ text }, i) => text.includes('\f') && i > 0)
  const pages: { lines: string[]; notes: string[] }[] = [{ lines: [], notes: [] }]
  // A break is often marked twice, as itself and as laid out: a page begins only where the last one has text.
  const startPage = () => void (pages.at(-1)!.lines.length > 0 && pages.push({ lines: [], notes: [] }))

  for (const { text, topHeading, notes = [] } of blocks) {
    const [first = '', ...rest] = text.split('\f')
    if (!marked && topHeading) startPage()
    if (first.trim() !== '') pages.at(-1)!.lines.push(first)
    for (const onNextPage of rest) {
      startPage()
      if (onNextPage.trim() !== '') pages.at(-1)!.lines.push(onNextPage)
    }
    pages.at(-1)!.notes.push(...notes)
  }
  return pages.map(({ lines, notes }, index) => ({ page: index + 1, text: [...lines, ...notes].join('\n') }))
}
