/** Pixels of a line of text. */
export const lineHeight = 26
/** Letters as wide as they are high. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u

/** What shows as nothing, or as one letter, in a text with formulas. */
const mathMarks = /\\(?:[a-z]+|[^a-z])|[${}^_]/gi

/** Guesses how many lines a text takes in a column as wide as the messages', from its length alone. */
export const linesOf = (text: string) => Math.ceil(shownLength(text) / (wide.test(text.slice(0, 40)) ? 45 : 90)) || 1

const shownLength = (text: string) => (/\$|\\[([]/.test(text) ? text.replace(mathMarks, '') : text).length
