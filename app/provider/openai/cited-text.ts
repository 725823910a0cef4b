import type { Reference } from '~/contract/chat.ts'
import type { UrlCitation } from '~/contract/openai.ts'
import { linkTo } from './source-link.ts'

const marker = /\[:&(\d{1,6})\]/g
/** What may become a marker with the words that follow. */
const begunMarker = /\[(?::(?:&\d{0,6})?)?$/

/** Where a text names a source: from its character `start` to before `end`. */
interface Place {
  source: number
  start: number
  end: number
}

/**
 * An answer's text for those who know no markers: `[:&2]` is `[2]`. Words are said as they come, except where they may be taken back:
 * nobody can take back what was streamed.
 */
export class CitedText {
  /** All that was said. */
  said = ''
  /** What of the answer was said, with its markers, and what waits since it may be half a marker. */
  #written = ''
  #waiting = ''
  /** The answer, where it has been written anew: such as a report of what is being done, which the result replaces. */
  #anew: string | undefined
  readonly #places: Place[] = []
  #characters = 0

  /** Gives what is to be said now. */
  append(delta: string): string {
    if (this.#anew !== undefined) {
      this.#anew += delta
      return ''
    }
    const text = this.#waiting + delta
    this.#waiting = begunMarker.exec(text)?.[0] ?? ''
    return this.#say(text.slice(0, text.length - this.#waiting.length))
  }

  replace(text: string): void {
    this.#anew = text
  }

  /** What is left to say at the end. */
  end(): string {
    const anew = this.#anew
    if (anew === undefined) return this.#say(this.#waiting)
    if (anew.startsWith(this.#written)) return this.#say(anew.slice(this.#written.length))
    return this.#say(`\n\n${anew}`)
  }

  /** The sources where the text names them, each with the page that it opens. */
  citations(sources: Reference[], origin: string): UrlCitation[] {
    const byNumber = new Map(sources.map((source) => [source.id, source]))
    return this.#places.flatMap(({ source: number, start, end }) => {
      const source = byNumber.get(number)
      const link = source && linkTo(source, origin)
      return link ? [{ ...link, start_index: start, end_index: end }] : []
    })
  }

  #say(written: string): string {
    this.#written += written
    let text = ''
    let from = 0
    for (const { 0: found, 1: number, index } of written.matchAll(marker)) {
      const start = this.#count(written.slice(from, index))
      text += `${written.slice(from, index)}[${number}]`
      from = index + found.length
      this.#places.push({ source: Number(number), start, end: this.#count(`[${number}]`) })
    }
    this.#count(written.slice(from))
    text += written.slice(from)
    this.said += text
    return text
  }

  /** Counts characters, of which a JavaScript string has some as two; gives how many there are. */
  #count(text: string): number {
    for (const _ of text) this.#characters += 1
    return this.#characters
  }
}
