import { reachOf } from './cost.ts'

/** In costs. Beside what is added, what the block before had is read again. */
const bounds = { least: 1000, first: 2500, most: 10_000 }
/** Milliseconds. */
const tooLong = 40

/**
 * How far a growing text is drawn in one go, after how long the last go took: a phone, or a page that has not yet compiled what
 * draws, takes ten times as long as another.
 */
export class Pace {
  #step = bounds.first
  #began = 0
  #held = ''

  /** The end of what is drawn next, from where the last ended. */
  reach = (text: string, from: number): number => this.hold(text, reachOf(text, from, this.#step))

  /**
   * The end of what is drawn, where it was to be `end`. It is never less than it was: a draw that React puts off for a more urgent
   * one has had its text read, and to read less is to read and draw all anew.
   */
  hold(text: string, end: number): number {
    if (!text.startsWith(this.#held)) this.#held = ''
    if (end > this.#held.length) this.#held = text.slice(0, end)
    return this.#held.length
  }

  begin() {
    this.#began = performance.now()
  }

  /** What was begun is drawn. */
  end(isMoreLeft: boolean) {
    const took = performance.now() - this.#began
    if (took > tooLong) this.#step = Math.max(this.#step / 2, bounds.least)
    else if (isMoreLeft && took < tooLong / 2) this.#step = Math.min(this.#step * 2, bounds.most)
  }
}
