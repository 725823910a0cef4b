import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { claimsFor, jwksOf, newSigner, sign } from '../../tokens.ts'
import { type Database, startProduct } from '../workers.ts'
import { median } from '../median.ts'

/**
 * `npm run bench:table`: what a page of the file library costs in a group of 10,000 files, beside one of 100, on workerd.
 * The calls alternate, so that whatever else the machine does concerns both.
 */
const sizes = { small: 100, large: 10_000 }
const rounds = 200
const goal = 1.5

const pages = {
  'the first page': '?page=1',
  'the last page': (files: number) => `?page=${files / 20}`,
  'a search that few match': '?name=report-7',
  'one group': (_files: number, group: number) => `?group_ids=${group}`,
}

interface Side {
  files: number
  group: number
  token: string
}

async function main() {
  await using cleanup = new AsyncDisposableStack()
  const signer = await newSigner('bench-key')
  const jwks = JSON.stringify(await jwksOf(signer))
  const keys = createServer((_request, response) => response.end(jwks)).listen(0, '127.0.0.1')
  await once(keys, 'listening')
  cleanup.defer(() => void keys.close())
  const state = mkdtempSync(join(tmpdir(), 'table-'))
  cleanup.defer(() => rmSync(state, { recursive: true, force: true }))
  const product = await startProduct(`http://127.0.0.1:${(keys.address() as AddressInfo).port}`, state)
  cleanup.defer(product.stop)

  const sides = {} as Record<keyof typeof sizes, Side>
  for (const [index, name] of (['small', 'large'] as const).entries()) {
    const email = `${name}@example.com`
    await seed(product.database, { organization: index + 1, email, files: sizes[name] })
    const token = await sign(signer, claimsFor('demo-bench', { sub: name, email }))
    sides[name] = { files: sizes[name], group: index * 2 + 1, token }
  }

  const rows: Record<string, object> = {}
  let worst = 0
  for (const [page, query] of Object.entries(pages)) {
    const times = { small: [] as number[], large: [] as number[] }
    for (let round = 0; round < rounds + 20; round++) {
      for (const name of ['small', 'large'] as const) {
        const side = sides[name]
        const path = typeof query === 'string' ? query : query(side.files, side.group)
        const began = performance.now()
        const response = await fetch(`${product.url}/web/v1/files${path}`, {
          headers: { authorization: `Bearer ${side.token}` },
        })
        const { data } = (await response.json()) as { data: unknown[] }
        if (data.length === 0) throw new Error(`${path} is empty: ${response.status}`)
        if (round >= 20) times[name].push(performance.now() - began)
      }
    }
    const [small, large] = [median(times.small), median(times.large)]
    worst = Math.max(worst, large / small)
    rows[page] = { '100 files, ms': small.toFixed(2), '10,000, ms': large.toFixed(2), '×': (large / small).toFixed(2) }
  }
  console.table(rows)
  console.log(`at most ${worst.toFixed(2)}× (goal ${goal}): ${worst <= goal ? 'reached' : 'missed'}`)
  process.exitCode = worst <= goal ? 0 : 1
}

/** An organisation with one member and so many files in its group. */
async function seed(
  db: Database,
  { organization, email, files }: { organization: number; email: string; files: number },
) {
  const group = organization * 2 - 1
  const statements = [
    `INSERT INTO organizations (id, name) VALUES (${organization}, '${email}')`,
    `INSERT INTO groups (id, organization_id, name, type) VALUES
       (${group}, ${organization}, 'Everybody', 'organization'), (${group + 1}, ${organization}, 'Private', 'user')`,
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
       VALUES (${organization}, ${group + 1}, '${email}', 'user', 'en')`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${files})
       INSERT INTO files (organization_id, group_id, object_key, name, type, mime_type, size, source, status)
       SELECT ${organization}, ${group}, '${organization}/' || i, 'report-' || i || '.pdf', 'document',
         'application/pdf', 1000, 'upload', 'done' FROM n`,
  ]
  for (const statement of statements) await db.prepare(statement).run()
}

await main()
