import { atOnce, costOf } from '~/ui/markdown/cost.ts'
import type { Message } from './messages.ts'

/**
 * The answers that are drawn at first, more of them than anybody sees, by their indexes, with the costs for which their ends are:
 * from the `revealed` message on, else from the last one back. Answers that are not named are drawn by the browser when the page
 * has come to life.
 *
 * @param revealed the index of the message that the address names; -1 for none
 */
export function firstDrawn(messages: readonly Message[], revealed: number): Map<number, number> {
  const drawn = new Map<number, number>()
  const order = revealed === -1 ? messages.toReversed() : messages.slice(revealed)
  let left = atOnce
  for (const [place, { type, text }] of order.entries()) {
    if (left <= 0) break
    if (type === 'question') continue
    const cost = costOf(text)
    drawn.set(revealed === -1 ? messages.length - 1 - place : revealed + place, cost > left ? left : Infinity)
    left -= cost
  }
  return drawn
}
