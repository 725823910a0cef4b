/** Milliseconds that an estimate looks back on, and that it needs at least. */
const span = 15_000
const least = 2_000

/** Estimates from the bytes of the last seconds how long the rest of an upload takes. */
export function createPace() {
  let samples: { at: number; sent: number }[] = []
  return {
    /**
     * @param at now, in milliseconds
     * @param sent bytes that have left
     * @returns whole seconds until `total` bytes have; undefined while nothing can be said
     */
    secondsLeft(at: number, sent: number, total: number): number | undefined {
      // A part that has to be sent again takes its bytes back.
      if (sent < (samples.at(-1)?.sent ?? 0)) samples = []
      samples = [...samples.filter((sample) => at - sample.at <= span), { at, sent }]
      const first = samples[0]!
      if (at - first.at < least || sent === first.sent || sent === total) return undefined
      return Math.ceil(((total - sent) * (at - first.at)) / (sent - first.sent) / 1000)
    },
  }
}
