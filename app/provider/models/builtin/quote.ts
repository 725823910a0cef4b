import type { Sentence } from './sentences.ts'

/** Stops what only looks like an address or a citation from becoming one: an escape does not keep a bare address from being a link. */
const wordJoiner = '\u2060'

/** A sentence in Markdown, said by the document and not by us: nothing in it becomes a link, an image, HTML or a citation. */
export function quote({ text, row }: Sentence): string {
  if (!row) return escapeMarkdown(text)
  return row
    .map(({ name, value }) => (name ? `${escapeMarkdown(name)}: **${escapeMarkdown(value)}**` : escapeMarkdown(value)))
    .join(', ')
}

/** A closing bracket stays: escaped as well, the two would be a formula's. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\[(?=:&\d)/g, `[${wordJoiner}`)
    .replace(/[\\`*_[<>~|&$#]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(?<=https?:|ftp:)(?=\/\/)|(?<=www)(?=\.)|(?=@)/gi, wordJoiner)
}
