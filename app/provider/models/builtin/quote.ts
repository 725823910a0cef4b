import type { Sentence } from './sentences.ts'

/** Stops what only looks like an address from becoming a link: GitHub's Markdown makes links of bare ones. */
const wordJoiner = '\u2060'

/** A sentence in Markdown, said by the document and not by us: nothing in it becomes a link, an image, HTML or a citation. */
export function quote({ text, row }: Sentence): string {
  if (!row) return escapeMarkdown(text)
  return row
    .map(({ name, value }) => (name ? `${escapeMarkdown(name)}: **${escapeMarkdown(value)}**` : escapeMarkdown(value)))
    .join(', ')
}

export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>~|&$#]/g, '\\$&')
    .replace(/^([-+=]|\d+(?=[.)]))/, (start) => (/\d/.test(start) ? start : `\\${start}`))
    .replace(/^(\d+)([.)])/, '$1\\$2')
    .replace(/(?<=https?:|ftp:)(?=\/\/)|(?<=www)(?=\.)|(?=@)/gi, wordJoiner)
}
