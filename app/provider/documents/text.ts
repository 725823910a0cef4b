/** A character of Japanese or Chinese writing, its punctuation and full-width forms included. */
export const cjk = /[\u2e80-\u30ff\u31c0-\u9fff\uf900-\ufaff\uff01-\uffef\u{20000}-\u{3ffff}]/u

const compatibilityForms = /[\u2e80-\u2fdf\uf900-\ufaff\ufb00-\ufb06]/g
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g
const cjkGap = new RegExp(`(?<=${cjk.source}) +(?=${cjk.source})`, 'gu')

/** Text as it is stored: nothing that is not seen, and letters in place of radicals and ligatures that look like them. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029|\u0085/g, '\n')
    .replace(compatibilityForms, (form) => form.normalize('NFKC'))
    .replace(invisible, '')
    .replace(controls, '')
    .replace(/\u00a0/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/ ?([\t\n]) ?/g, '$1')
    .replace(/^\t+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n{1,2}|\n{1,2}$/g, '')
}

/** Takes out the gaps that typesetting leaves between Japanese characters. */
export function withoutJapaneseGaps(text: string): string {
  return text.replace(cjkGap, '')
}

/** The lines of a paragraph as one: two at a time, and the halves again, so that a long paragraph is not copied with each of its lines. */
export function joinedLines(lines: string[]): string {
  if (lines.length < 2) return lines[0] ?? ''
  const half = Math.ceil(lines.length / 2)
  return joinLines(joinedLines(lines.slice(0, half)), joinedLines(lines.slice(half)))
}

/** A line break within a paragraph: nothing beside a Japanese character, otherwise a space. */
export function joinLines(first: string, second: string): string {
  if (first === '' || second === '') return first + second
  // A hyphen after a small letter and before another splits a word at the line's end.
  if (/\p{Ll}[-\u2010\u00ad]$/u.test(first) && /^\p{Ll}/u.test(second)) return first.slice(0, -1) + second
  const japanese = cjk.test(first.at(-1)!) || cjk.test(second[0]!)
  return japanese ? first + second : `${first} ${second}`
}
