/** Lets `count` tasks run at the same time; the others wait in the order they came. */
export function createSlots(count: number) {
  const waiting = new Set<() => void>()
  let free = count

  function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (free > 0) {
      free--
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiting.delete(start)
        reject(signal.reason)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      waiting.add(start)
    })
  }

  function leave() {
    const [next] = waiting
    if (!next) return void free++
    waiting.delete(next)
    next()
  }

  return {
    /** Does `work` when it is its turn, unless the signal aborts before that. */
    async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      await enter(signal)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

export type Slots = ReturnType<typeof createSlots>
