import { holdAt } from '../harness/failing-storage.ts'

/** Looks after which nothing more comes by itself of what was let go: of a call of the storage, and of the answer to one. */
const looks = { call: 40, answer: 4 }

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 1))

interface Held {
  site: string
  isFree: boolean
}

/**
 * Does several things at the same time, of which one at a time takes a step: makes a call of the storage, or has its answer. Which one
 * is next is drawn from `random`, so that the same seed tries the same order again, as far as what lies between the calls allows.
 */
export async function inOrder<Result>(
  random: () => number,
  works: Record<string, () => Promise<Result>>,
): Promise<Result[]> {
  const waiting: Held[] = []
  const state = { arrivals: 0, isOver: false }
  const pass = async (site: string) => {
    const held: Held = { site, isFree: false }
    waiting.push(held)
    state.arrivals += 1
    // Each looks by itself: a promise of one request cannot wake another's.
    while (!held.isFree && !state.isOver) await aMoment()
  }
  holdAt(pass)
  const all = Promise.all(
    Object.entries(works).map(async ([name, work]) => {
      await pass(name)
      return work()
    }),
  ).finally(() => (state.isOver = true))
  try {
    await Promise.all([all, letThrough()])
    return await all
  } finally {
    holdAt(undefined)
  }

  async function letThrough(): Promise<void> {
    while (!state.isOver) {
      // By name, since several come at the same time.
      waiting.sort((one, other) => (one.site < other.site ? -1 : 1))
      const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
      if (next) next.isFree = true
      const seen = state.arrivals
      const patience = next && !next.site.endsWith('answered') ? looks.call : looks.answer
      for (let look = 0; look < patience && state.arrivals === seen && !state.isOver; look++) await aMoment()
    }
  }
}
