import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { requestLink } from '../../../app/provider/audits/append.ts'
import { root } from '../../../scripts/local/packages.ts'
import { comparePages } from '../compare-pages.ts'
import { median } from '../median.ts'
import { prepare } from '../prepare.ts'
import type { Side } from '../side.ts'
import { seed } from './seed.ts'

/**
 * `npm run bench:audits`: the audits of an organisation of a million beside one of 10,000 in the same database, on workerd:
 * pages and filters, in turns, and what it costs to append one, beside a bare insert of the same row.
 */
const sizes = { small: 10_000, large: 1_000_000 }
const rounds = 100
const warmUp = 20

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
  const product = await bench.startProduct({ entry: 'tests/bench/audits/entry.ts' })

  const sides = {} as Record<keyof typeof sizes, Side>
  const metricsTrigger = /CREATE TRIGGER request_counted[\s\S]*?\nEND;/.exec(
    readFileSync(join(root, 'migrations/0001_directory.sql'), 'utf8'),
  )![0]
  await product.database.prepare('DROP TRIGGER request_counted').run()
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const email = `${name}@example.com`
    await seed(product.database, { organization: index + 1, email, audits: sizes[name] })
    sides[name] = { rows: sizes[name], url: product.url, token: await bench.tokenOf({ sub: name, email }) }
  }
  await product.database.prepare(metricsTrigger).run()

  process.exitCode = (await comparePages(pages, sides)) ? 0 : 1
  await measureAppends(product.url)
}

/**
 * One append after the other to the chain of a million rows, in turns with inserts for the other organisation, which leave
 * that chain's end where it is; then a hundred at once, which share their writes.
 */
async function measureAppends(url: string): Promise<void> {
  const post = async (path: string, organization: number, source: string) => {
    const body = JSON.stringify(requestOf(organization, source))
    const began = performance.now()
    const response = await fetch(url + path, { method: 'POST', body })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    await response.text()
    return performance.now() - began
  }
  const times = { append: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds + warmUp; round++) {
    const append = await post('/append', 2, `append ${round}`)
    const bare = await post('/bare-insert', 1, `bare ${round}`)
    if (round >= warmUp) {
      times.append.push(append)
      times.bare.push(bare)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: 100 }, (_, index) => post('/append', 2, `at once ${index}`)))
  const together = (performance.now() - began) / 100
  console.table({
    'an append, ms': median(times.append).toFixed(2),
    'a bare insert, ms': median(times.bare).toFixed(2),
    'one of a hundred appends at once, ms': together.toFixed(2),
  })
}

const requestOf = (organization: number, source: string) =>
  requestLink({
    organization_id: organization,
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
    files: '[]',
    refs: '[]',
  })

await main()
