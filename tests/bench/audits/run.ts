import type { NewRequest } from '../../../app/provider/organization/chain.ts'
import { comparePages } from '../compare-pages.ts'
import { median } from '../median.ts'
import { prepare } from '../prepare.ts'
import type { Side } from '../side.ts'
import { measureReadings, type Organization } from './readings.ts'
import { seed, writeChain } from './seed.ts'
import type { Chain } from './write-chain.ts'

/**
 * `npm run bench:audits`: the audits of an organisation that has three million beside those of one that has 10,000, on workerd: pages
 * and filters, in turns; how many are appended in a second, beside bare inserts of the same request in the same object; and what reading
 * all of them takes.
 * @param argv how many, in place of three million
 */
const sizes = { small: 10_000, large: Number(process.argv[2] ?? 3_000_000) }
/** Appends of a round, of which so many are under way at once. */
const round = { calls: 400, atOnce: 40, rounds: 9 }
const leastShare = 0.3

const path = '/v1/audits'
const pages = {
  'the first page': `${path}?page=1`,
  'a page in the middle': ({ rows }: Side) => `${path}?page=${rows / 40}`,
  'the last page': ({ rows }: Side) => `${path}?page=${rows / 20}`,
  'of one user': `${path}?user_id=42`,
  'of one conversation': `${path}?conversation_id=42`,
  'of one day': `${path}?created_at_ge=2026-02-20&created_at_le=2026-02-20`,
  'in the middle of fifty days': ({ rows }: Side) =>
    `${path}?created_at_ge=2026-01-20&created_at_le=2026-03-10&page=${rows / 80}`,
  'of one user in fifty days': `${path}?user_id=42&created_at_ge=2026-01-20&created_at_le=2026-03-10`,
}

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const bench = await prepare('audits', cleanup)
  const organizations = { small: { id: 1, key: 'small' }, large: { id: 2, key: 'large' } }
  for (const name of ['small', 'large'] as const) {
    const began = performance.now()
    await writeChain(bench.state, organizations[name], sizes[name])
    console.log(`${sizes[name].toLocaleString('en')} audits in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  }

  const product = await bench.startProduct({ entry: 'tests/bench/audits/entry.ts' })
  const sides = {} as Record<keyof typeof sizes, Organization>
  for (const name of ['small', 'large'] as const) {
    const { id } = organizations[name]
    const email = `${name}@example.com`
    await seed(product.database, organizations[name], email)
    sides[name] = { id, rows: sizes[name], url: product.url, token: await bench.tokenOf({ sub: name, email }) }
  }
  const reached = [await comparePages(pages, sides)]
  await product.stop()
  reached.push(await measureReadings(bench, sides))
  const again = await bench.startProduct({ entry: 'tests/bench/audits/entry.ts' })
  reached.push(await compareAppends(again.url, organizations.large))
  process.exitCode = reached.every(Boolean) ? 0 : 1
}

/** Appends to the chain of three million rows, in turns with bare inserts in the same object. */
async function compareAppends(url: string, organization: Chain['organization']): Promise<boolean> {
  const perSecond = { append: [] as number[], 'bare-insert': [] as number[] }
  for (let number = 0; number < round.rounds; number++) {
    for (const what of ['append', 'bare-insert'] as const) {
      const began = performance.now()
      let next = 0
      const work = async () => {
        while (next < round.calls) {
          const added = requestOf(`${what} ${number} ${next++}`)
          const response = await fetch(`${url}/${what}`, {
            method: 'POST',
            body: JSON.stringify({ organization, added }),
          })
          if (!response.ok) throw new Error(`${what} answers ${response.status}: ${await response.text()}`)
          await response.arrayBuffer()
        }
      }
      await Promise.all(Array.from({ length: round.atOnce }, work))
      perSecond[what].push((round.calls * 1000) / (performance.now() - began))
    }
  }
  const share = median(perSecond.append) / median(perSecond['bare-insert'])
  console.table({
    'appends a second': median(perSecond.append).toFixed(0),
    'bare inserts a second': median(perSecond['bare-insert']).toFixed(0),
  })
  console.log(
    `appends ${share.toFixed(2)} of bare inserts (goal ${leastShare}): ${share >= leastShare ? 'reached' : 'missed'}`,
  )
  return share >= leastShare
}

const requestOf = (source: string): NewRequest => ({
  source,
  user_id: 1,
  user_email: 'person@example.com',
  conversation_id: 1,
  status: 'completed',
  error_code: null,
  pipeline: 'chat_ai',
  model: 'small',
  execution_time: 1.5,
  input_tokens: 100,
  output_tokens: 200,
  question: 'What do the rules of employment say of holidays?',
  answer: 'They say a lot. '.repeat(200),
  files: [],
  refs: [],
})

await main()
