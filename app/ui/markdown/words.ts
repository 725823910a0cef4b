/*
 * Most paragraphs and cells have nothing but words. They stand for themselves, and a parser takes its time over each of their
 * characters; so they are drawn without it. What is words is decided narrowly: all else is the parser's.
 */

/** What may mean more than itself within a line, or be part of an address that becomes a link. */
const meaningful = /[\\`*_~[\]<>&$@|\t\r\n\0]|www\.|https?:/i

/** Text of the Arabic script is given its direction. */
const arabic = /\p{sc=Arabic}/u

/** Whether a part of a line is words and nothing else. */
export const isWords = (text: string) => !meaningful.test(text) && !arabic.test(text)

const paragraphStart = /^(?!\d{1,9}[.)])[\p{L}\d"'(（「『“‘]/u
const heading = /^(#{1,6}) +([^ #][^#]*)$/

/** A paragraph or heading. */
export interface Words {
  tagName: 'p' | `h${number}`
  text: string
}

/** A block of Markdown that is a line of words; null for any other. */
export function wordsOf(source: string): Words | null {
  const line = trimmedEnd(source)
  if (!isWords(line)) return null
  if (paragraphStart.test(line)) return { tagName: 'p', text: line }
  const [, marks, text] = heading.exec(line) ?? []
  return marks && text ? { tagName: `h${marks.length}`, text } : null
}

/** Without the white space of Markdown at its end. A pattern would look from each of many spaces whether they are the last. */
function trimmedEnd(text: string): string {
  let end = text.length
  while (end > 0 && ' \t\r\n'.includes(text[end - 1]!)) end--
  return text.slice(0, end)
}
