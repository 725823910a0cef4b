import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/local/packages.ts'
import { claimsFor, jwksOf, newSigner, sign } from '../../tokens.ts'
import { median } from '../median.ts'
import { startProduct } from '../workers.ts'
import { seed, type Side } from './seed.ts'

/**
 * `npm run bench:audits`: the audits of an organisation of a million beside one of 10,000 in the same database, on workerd:
 * pages and filters, in turns, and what it costs to append one, beside a bare insert of the same row.
 */
const sizes = { small: 10_000, large: 1_000_000 }
const rounds = 100
const warmUp = 20
const goal = 1.5

/** Each is found in both organisations. */
const pages: Record<string, string | ((audits: number) => string)> = {
  'the first page': '?page=1',
  'a page in the middle': (audits) => `?page=${audits / 40}`,
  'the last page': (audits) => `?page=${audits / 20}`,
  'of one user': '?user_id=42',
  'of one conversation': '?conversation_id=42',
  'of one day': '?created_at_ge=2026-02-20&created_at_le=2026-02-20',
  'in the middle of fifty days': (audits) => `?created_at_ge=2026-01-20&created_at_le=2026-03-10&page=${audits / 80}`,
  'of one user in fifty days': '?user_id=42&created_at_ge=2026-01-20&created_at_le=2026-03-10',
}

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const signer = await newSigner('bench-key')
  const jwks = JSON.stringify(await jwksOf(signer))
  const keys = createServer((_request, response) => response.end(jwks)).listen(0, '127.0.0.1')
  await once(keys, 'listening')
  cleanup.defer(() => void keys.close())
  const state = mkdtempSync(join(tmpdir(), 'audits-'))
  cleanup.defer(() => rmSync(state, { recursive: true, force: true }))
  const keysUrl = `http://127.0.0.1:${(keys.address() as AddressInfo).port}`
  const product = await startProduct(keysUrl, state, { entry: 'tests/bench/audits/entry.ts' })
  cleanup.defer(product.stop)

  const sides = {} as Record<keyof typeof sizes, Side>
  const metricsTrigger = /CREATE TRIGGER request_counted[\s\S]*?\nEND;/.exec(
    readFileSync(join(root, 'migrations/0005_admin.sql'), 'utf8'),
  )![0]
  await product.database.prepare('DROP TRIGGER request_counted').run()
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const email = `${name}@example.com`
    await seed(product.database, { organization: index + 1, email, audits: sizes[name] })
    sides[name] = { audits: sizes[name], token: await sign(signer, claimsFor('demo-bench', { sub: name, email })) }
  }
  await product.database.prepare(metricsTrigger).run()

  const reached = [await measurePages(product.url, sides), await measureAppends(product.url)]
  process.exitCode = reached.every(Boolean) ? 0 : 1
}

async function measurePages(url: string, sides: Record<'small' | 'large', Side>): Promise<boolean> {
  const rows: Record<string, object> = {}
  let worst = 0
  for (const [page, query] of Object.entries(pages)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds + warmUp; round++) {
      for (const name of ['small', 'large'] as const) {
        const { audits, token } = sides[name]
        const path = `/v1/audits${typeof query === 'string' ? query : query(audits)}`
        const began = performance.now()
        const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
        const { data } = (await response.json()) as { data?: unknown[] }
        if (!data?.length) throw new Error(`${path} of ${audits} has no rows: ${response.status}`)
        if (round >= warmUp) times[name].push(performance.now() - began)
      }
    }
    const [small, large] = [median(times.small), median(times.large)]
    worst = Math.max(worst, large / small)
    rows[page] = { '10,000, ms': small.toFixed(2), '1,000,000, ms': large.toFixed(2), '×': (large / small).toFixed(2) }
  }
  console.table(rows)
  console.log(`pages at most ${worst.toFixed(2)}× (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`)
  return worst <= goal
}

/**
 * One append after the other to the chain of a million rows, in turns with inserts for the other organisation, which leave
 * that chain's end where it is; then a hundred at once, which share their writes.
 */
async function measureAppends(url: string): Promise<boolean> {
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
  return true
}

const requestOf = (organization: number, source: string) => ({
  organization_id: organization,
  kind: 'request',
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
  action: null,
  target: null,
  details: null,
})

await main()
