import type { Sentence } from './sentences.ts'

/** A sentence in Markdown, said by the document and not by us: nothing in it becomes a link, an image, HTML or a citation. */
export function quote({ text, row }: Sentence): string {
  if (!row) return escapeMarkdown(text)
  return row
    .map(({ name, value }) => (name ? `${escapeMarkdown(name)}: **${escapeMarkdown(value)}**` : escapeMarkdown(value)))
    .join(', ')
}

/**
 * What looks like a citation gets a blank, since those are read from the text that is drawn; all else is escaped. A closing bracket
 * stays: escaped as well, the two would be a formula's.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\[(?=:&\d)/g, '[ ')
    .replace(/[\\`*_[<>~|&$#]/g, '\\$&')
    .replace(/^[-+=]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(?<=https?:|ftp:)(?=\/\/)|(?<=www)(?=\.)|(?=@)/gi, '\\')
}

/** The first of some names that stand in a document, in Markdown; three dots stand for the rest. */
export function firstNames(names: string[], most: number): string {
  const first = names.slice(0, most).map(escapeMarkdown)
  return [...first, ...(names.length > most ? ['…'] : [])].join(' · ')
}
