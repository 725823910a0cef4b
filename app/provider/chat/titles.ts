import type { Language } from '~/contract/users.ts'

/** Characters, as a reader counts them, that a conversation's title has at most. */
const longest = 60

/** The title of a new conversation: its first question on one line, cut behind a word where it is too long. */
export function titleOf(question: string, language: Language): string {
  // More than is needed, so that a question as long as a book is not segmented as a whole.
  const line = question
    .trim()
    .slice(0, longest * 40)
    .replace(/\s+/g, ' ')
  const characters = [...new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(line)]
  const cut = characters[longest]?.index
  if (cut === undefined) return line

  const words = new Intl.Segmenter(language, { granularity: 'word' }).segment(line)
  const lastWord = words.containing(cut)?.index ?? cut
  const end = lastWord > cut / 2 ? lastWord : cut
  return `${line.slice(0, end).replace(/(?<![\s、,;:])[\s、,;:]+$/, '')}…`
}
