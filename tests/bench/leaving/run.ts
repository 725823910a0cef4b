import { prepare } from '../prepare.ts'
import { leaveAtRandom } from './leave.ts'

/**
 * `npm run bench:leaving`: clients that leave in the middle of a change, an upload or a question, at a hundred random moments of each
 * (`-- 20` for as many), by a reset of their connection. A change is then made with all that belongs to it, or not at all, and its
 * repetition makes it once.
 */
const resets = Number(process.argv[2] ?? 100)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const all = await leaveAtRandom(await prepare('leaving', cleanup), resets, seed)
  console.table(
    Object.fromEntries(
      all.map(({ kind, finished, notMade, half }) => [kind, { resets, finished, 'not made': notMade, half }]),
    ),
  )
  const half = all.reduce((sum, left) => sum + left.half, 0)
  console.log(`${half} changes half made (goal 0, seed ${seed}): ${half === 0 ? 'reached' : 'missed'}`)
  process.exitCode = half === 0 ? 0 : 1
}

await main()
