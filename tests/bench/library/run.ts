import { prepare } from '../prepare.ts'
import { post } from '../retrieval/calls.ts'
import { questionsOf } from '../retrieval/cost.ts'
import type { Search } from '../retrieval/entry.ts'
import { fillLibraries } from './fill.ts'

/** Pages of one shard; and how many such shards the larger library has. */
const pages = Number(process.argv[2] ?? 100_000)
const shards = 10
const groups = { one: 1, several: 2 }
const goal = 1.5

const limit = 20
const rounds = 10
/** Milliseconds of processor time that each figure rests on. */
const leastTime = 500

/**
 * `npm run bench:library`: a search over a library of ten shards beside one over a single shard of the same size, in processor time
 * of workerd. Here all objects share one thread, so that the time of ten is their sum; in Cloudflare's network each has its own,
 * and a reader waits for the slowest. So the time is divided by the shards: what one of them takes, with its part of what asking
 * several costs.
 * The shards are copies of one: which passages the best are is not measured here (`bench:retrieval`).
 * @param argv pages of one shard, in place of 100,000
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('library', cleanup)
  const began = performance.now()
  await fillLibraries(bench, { pages, shards, groups })
  console.log(`${pages} pages a shard in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const product = await bench.startProduct({ entry: 'tests/bench/retrieval/entry.ts' })

  const rows: Record<string, object> = {}
  const ratios: number[] = []
  for (const language of ['en', 'ja'] as const) {
    for (const [kind, text] of Object.entries(questionsOf(language))) {
      const time = { one: 0, several: 0 }
      let searches = 0
      for (; time.one < leastTime; searches += rounds) {
        for (const name of ['one', 'several'] as const) {
          const search: Search = { text, groupIds: [groups[name]], plain: false, rounds, limit }
          const before = product.cpu()
          await post(product.url, '/search', search)
          time[name] += product.cpu() - before
        }
      }
      const ratio = time.several / shards / time.one
      ratios.push(ratio)
      rows[`${language}: ${kind}`] = {
        'one shard, ms': (time.one / searches).toFixed(2),
        [`${shards} shards, ms each`]: (time.several / searches / shards).toFixed(2),
        ratio: ratio.toFixed(2),
      }
    }
  }
  console.table(rows)
  const worst = Math.max(...ratios)
  console.log(
    `each of ${shards} shards of ${pages} pages takes at most ${worst.toFixed(2)}× one alone (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`,
  )
  process.exitCode = worst <= goal ? 0 : 1
}

await main()
