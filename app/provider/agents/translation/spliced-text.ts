import type { Span } from './segment.ts'

/** A text of which stretches are replaced; the rest stays to the letter. */
export class SplicedText {
  private readonly written = new Map<number, { end: number; text: string }>()

  constructor(readonly source: string) {}

  /** The stretch from `start` to `end`: `text` is what it says, `write` puts a translation there as `encode` has it. */
  span(start: number, end: number, text: string, encode = (translation: string) => translation): Span {
    return { text, write: (translation) => void this.written.set(start, { end, text: encode(translation) }) }
  }

  toString(): string {
    let result = ''
    let at = 0
    for (const [start, { end, text }] of [...this.written].toSorted(([a], [b]) => a - b)) {
      result += this.source.slice(at, start) + text
      at = end
    }
    return result + this.source.slice(at)
  }
}
