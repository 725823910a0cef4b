import { cjk } from '~/provider/documents/text.ts'

/** Blanks, or a character with the marks that belong to it. */
const piece = /\s+|\S[\p{M}\uff9e\uff9f]*/gu
const spellings: [RegExp, string][] = [
  [/[“”„‟″]/g, '"'],
  [/[‘’‚‛′]/g, "'"],
  [/[‐‑–—−]/g, '-'],
]

/**
 * A text without what differs though the words are the same: width, case, quotation marks, dashes and blanks, of which
 * none are left beside a Japanese character.
 */
export const plainText = (text: string): string => plain(text).text

/** Where each character of the plain text begins and ends in the text itself. */
function plain(text: string): { text: string; starts: number[]; ends: number[] } {
  const starts: number[] = []
  const ends: number[] = []
  const written: string[] = []
  let blank: number | undefined
  const write = (characters: string, start: number, end: number) => {
    written.push(characters)
    for (let count = 0; count < characters.length; count++) {
      starts.push(start)
      ends.push(end)
    }
  }
  for (const { 0: found, index } of text.matchAll(piece)) {
    if (found.trim() === '') {
      blank = index
      continue
    }
    const one = spellings.reduce(
      (spelled, [form, mark]) => spelled.replace(form, mark),
      found.normalize('NFKC').toLowerCase(),
    )
    const last = written.at(-1)
    if (blank !== undefined && last && !cjk.test(last.at(-1)!) && !cjk.test(one)) write(' ', blank, index)
    blank = undefined
    write(one, index, index + found.length)
  }
  return { text: written.join(''), starts, ends }
}

/** The words as the text itself has them, verbatim; undefined where they do not stand in it. */
export function locateQuote(text: string, words: string, { whole = false } = {}): string | undefined {
  const wanted = plainText(words)
  const page = plain(text)
  const at = wanted === '' ? -1 : placeOf(wanted, page.text, whole)
  return at < 0 ? undefined : text.slice(page.starts[at], page.ends[at + wanted.length - 1])
}

/** Whether plain words stand in a plain text. As whole words: 'art' does not stand in 'part'. */
export const hasWords = (plainPage: string, plainWords: string): boolean => placeOf(plainWords, plainPage, true) >= 0

function placeOf(words: string, text: string, whole: boolean): number {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    if (!whole || (!joins(text[at - 1], words[0]!) && !joins(words.at(-1)!, text[at + words.length]))) return at
  }
  return -1
}

const alphabetic = /[\p{Script=Latin}\p{N}]/u

/** Whether two neighbouring characters belong to one word. Japanese words have no ends that can be seen. */
const joins = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && alphabetic.test(one) && alphabetic.test(other)
