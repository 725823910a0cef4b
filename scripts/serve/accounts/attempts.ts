/** How often something may be tried within some milliseconds. */
export interface Limit {
  attempts: number
  within: number
}

/** Keys that are remembered at once: what floods them forgets the oldest. */
const mostKeys = 100_000

/** Counts attempts by key, in the memory of this process. */
export class Attempts {
  readonly #limit: Limit
  readonly #counts = new Map<string, { count: number; until: number }>()

  constructor(limit: Limit) {
    this.#limit = limit
  }

  /** Counts one more; false, and not counted, where it is one too many. */
  take(key: string): boolean {
    const counted = this.#counts.get(key)
    if (!counted || counted.until <= Date.now()) {
      this.#counts.delete(key)
      this.#counts.set(key, { count: 1, until: Date.now() + this.#limit.within })
      if (this.#counts.size > mostKeys) this.#counts.delete(this.#counts.keys().next().value!)
      return true
    }
    if (counted.count >= this.#limit.attempts) return false
    counted.count++
    return true
  }

  /** Takes one back that was in order. */
  giveBack(key: string): void {
    const counted = this.#counts.get(key)
    if (counted) counted.count--
  }
}
