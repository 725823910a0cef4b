import { lineHeight, linesOf } from '~/ui/text-height.ts'
import type { Message } from './messages.ts'

/** What a message has besides its text, in pixels: name, actions, space. */
const frame = { question: 84, answer: 120 }
/** A long question shows this many lines at most before it is opened. */
const longestQuestion = 12

/** Guesses how high a message is, in pixels, from the length of its text alone; the window corrects it when it is drawn. */
export function estimateHeight({ type, text }: Message): number {
  const lines = linesOf(text)
  return frame[type] + lineHeight * (type === 'question' ? Math.min(lines, longestQuestion) : lines)
}
