import { leaveAtRandom } from '../leaving/leave.ts'
import { prepare } from '../../bench/prepare.ts'
import type { Fault } from '../fault.ts'

/** A change then is made with all that belongs to it or not at all, and its repetition makes it once. */
export const fault: Fault = {
  name: 'clients that leave in the middle of a call',
  tries: 30,
  async run({ seed, tries }) {
    await using cleanup = new AsyncDisposableStack()
    const all = await leaveAtRandom(await prepare('chaos-leaving', cleanup), tries, seed)
    return {
      tries: tries * all.length,
      lost: 0,
      doubled: 0,
      stuck: all.reduce((sum, { half }) => sum + half, 0),
      leaked: 0,
      notes: all.filter(({ half }) => half > 0).map(({ kind, half }) => `${half} of ${kind} half made`),
    }
  },
}
