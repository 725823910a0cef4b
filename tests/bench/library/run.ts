import { prepare } from '../prepare.ts'
import { post } from '../retrieval/calls.ts'
import { questionsOf } from '../retrieval/cost.ts'
import type { Fill, Search } from '../retrieval/entry.ts'
import { plainTables } from '../retrieval/plain-tables.ts'

/** Pages of one shard, each of four passages, about 2,800 characters; and how many such shards the larger library has. */
const pages = Number(process.argv[2] ?? 100_000)
const shards = 10
const passagesOfPage = 4
/** Passages of one file. */
const fileLength = 500
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
 * @param argv pages of one shard; without it the run is as large as the figure of a million pages, and takes hours
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('library', cleanup)
  const product = await bench.startProduct({ entry: 'tests/bench/retrieval/entry.ts' })
  for (const table of plainTables) await product.database.prepare(table).run()
  await product.database.prepare("INSERT INTO organizations (id, name) VALUES (1, 'Example')").run()
  const files = Math.ceil((pages * passagesOfPage) / fileLength)
  for (let shard = 0; shard <= shards; shard++) {
    for (let file = 1; file <= files; file++) {
      const fileId = shard * files + file
      const fill: Fill = {
        fileId,
        groupId: shard === 0 ? groups.one : groups.several,
        language: file % 2 === 0 ? 'en' : 'ja',
        from: fileId * fileLength,
        to: (fileId + 1) * fileLength,
        alone: true,
        fillsShard: file === files,
      }
      await post(product.url, '/fill', fill)
    }
  }

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
