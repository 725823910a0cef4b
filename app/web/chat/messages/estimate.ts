import type { Message } from './messages.ts'

/** Pixels of a line of text. */
const line = 26
/** Letters as wide as they are high. */
const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u
/** What a message has besides its text, in pixels: name, actions, space. */
const frame = { question: 84, answer: 120 }
/** A long question shows this many lines at most before it is opened. */
const longestQuestion = 12

/** Guesses how high a message is, in pixels, from the length of its text alone; the window corrects it when it is drawn. */
export function estimateHeight({ type, text }: Message): number {
  const lines = Math.ceil(text.length / (wide.test(text.slice(0, 40)) ? 45 : 90)) || 1
  return frame[type] + line * (type === 'question' ? Math.min(lines, longestQuestion) : lines)
}
