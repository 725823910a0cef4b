import type { Message } from './messages.ts'

/**
 * Characters of answers that the server draws: more than anybody sees at first, and some 50 ms of the processor. Of a longer
 * conversation the browser draws the rest.
 */
const mostCharacters = 24_000

/**
 * The answers that the server draws, by their indexes, with how many characters of their ends: from the `revealed` message
 * on, else from the last one back. Answers that are not named are not drawn.
 *
 * @param revealed the index of the message that the address names; -1 for none
 */
export function firstDrawn(messages: readonly Message[], revealed: number): Map<number, number> {
  const drawn = new Map<number, number>()
  const order = revealed === -1 ? messages.toReversed() : messages.slice(revealed)
  let left = mostCharacters
  for (const [place, { type, text }] of order.entries()) {
    if (left <= 0) break
    if (type === 'question') continue
    drawn.set(revealed === -1 ? messages.length - 1 - place : revealed + place, text.length > left ? left : Infinity)
    left -= text.length
  }
  return drawn
}
