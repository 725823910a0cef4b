/** Where a request goes for data: each is another place of the world. */
export type Home = 'directory' | 'member' | 'organization' | 'library'

/** Counts the calls of one request that go to a database or a Durable Object, and how many stood one after another. */
export class Trips {
  /** The longest row of trips of which each began when the one before had ended; parallel ones stand side by side. */
  inARow = 0
  readonly #made = new Map<Home, number>()
  /** The longest row that has ended. */
  #ended = 0

  /** Counts a trip from now until the work, begun here, has ended. */
  take<Result>(home: Home, work: () => PromiseLike<Result>): PromiseLike<Result> {
    const place = this.#ended + 1
    this.inARow = Math.max(this.inARow, place)
    this.#made.set(home, (this.#made.get(home) ?? 0) + 1)
    const end = () => {
      this.#ended = Math.max(this.#ended, place)
    }
    const result = work()
    result.then(end, end)
    return result
  }

  /** As the header `Server-Timing` says it, where the browser's tools show it: `trips;desc="2", directory;desc="3"`. */
  toString(): string {
    return [['trips', this.inARow] as const, ...this.#made].map(([name, count]) => `${name};desc="${count}"`).join(', ')
  }
}
