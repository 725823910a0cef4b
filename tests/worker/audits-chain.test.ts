import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashOf, type Link } from '~/provider/audits/link.ts'
import { action, chainOf, problems, verified } from './harness/audits.ts'
import { seedOrganization } from './harness/callers.ts'

let organization: number

beforeEach(async () => {
  organization = (await seedOrganization(crypto.randomUUID(), [])).id
})

afterEach(() => vi.restoreAllMocks())

const rows = async () =>
  (
    await env.DB.prepare('SELECT * FROM audits WHERE organization_id = ? ORDER BY seq')
      .bind(organization)
      .all<Link & { id: number }>()
  ).results

/** Of its own, as expectations look at more of a promise than one over RPC can stand. */
const append = async (source?: string): Promise<number> => chainOf(organization).append(action(organization, source))

test('rows that come at the same time stand one behind the other, each with the hash of the one before', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => append()))
  const chain = await rows()
  expect(chain.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1))
  expect(new Set(ids)).toEqual(new Set(chain.map(({ id }) => id)))
  expect(chain[0]!.previous_hash).toBe('0'.repeat(64))
  for (const [index, row] of chain.entries()) {
    expect(row.hash).toBe(await hashOf(row))
    if (index > 0) expect(row.previous_hash).toBe(chain[index - 1]!.hash)
  }
  expect(await verified()).toContainEqual({ organizationId: organization, rows: 120, head: chain.at(-1)!.hash })
})

test('what is appended twice is there once, at the same moment and after a restart', async () => {
  const [id, ...others] = await Promise.all([append('one'), append('one'), append('one')])
  expect(others).toEqual([id, id])
  await append('two')
  expect(await append('one')).toBe(id)
  await abortAllDurableObjects()
  expect(await append('one')).toBe(id)
  expect((await rows()).map(({ source }) => source)).toEqual(['one', 'two'])
})

test('an instance that another has overtaken goes on behind what that one wrote', async () => {
  await append('first')
  // As the other instance would: the object under test does not see it.
  const head = (await rows()).at(-1)!
  const other = { ...head, seq: 2, source: 'of another instance', previous_hash: head.hash }
  const columns = Object.keys(other).filter((column) => column !== 'id')
  const hash = await hashOf(other)
  await env.DB.prepare(`INSERT INTO audits (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`)
    .bind(...columns.map((column) => (column === 'hash' ? hash : other[column as keyof Link])))
    .run()
  await append('third')
  expect((await rows()).map(({ source }) => source)).toEqual(['first', 'of another instance', 'third'])
  expect(await problems()).toEqual([])
})

test('the time of a chain never goes back, whatever the clock says', async () => {
  await append()
  const later = (await rows())[0]!.created_at
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(later) - 3_600_000 })
  await append()
  vi.useRealTimers()
  expect((await rows()).map(({ created_at }) => created_at)).toEqual([later, later])
})

test('a row counts for the day of its organisation', async () => {
  await env.DB.prepare("UPDATE organizations SET time_zone = 'Asia/Tokyo' WHERE id = ?").bind(organization).run()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T15:30:00Z') })
  await append()
  vi.useRealTimers()
  expect((await rows())[0]).toMatchObject({ created_at: '2026-11-21T15:30:00.000Z', day: '2026-11-22' })
})

describe('a database that is busy', () => {
  const busy = "CREATE TRIGGER busy BEFORE INSERT ON audits BEGIN SELECT RAISE(ABORT, 'busy'); END"

  test('for a moment gets the row when it is ready again', async () => {
    const wait = vi.spyOn(scheduler, 'wait')
    await env.DB.exec(busy)
    const appended = append()
    await vi.waitUntil(() => wait.mock.calls.some(([pause]) => pause > 0), { interval: 5 })
    await env.DB.exec('DROP TRIGGER busy')
    await appended
    expect(await rows()).toHaveLength(1)
  })

  test('for long refuses, and takes the same row later', async () => {
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    await env.DB.exec(busy)
    await expect(append('patience')).rejects.toThrow()
    await env.DB.exec('DROP TRIGGER busy')
    await append('patience')
    expect((await rows()).map(({ source }) => source)).toEqual(['patience'])
  })

  test('for one row of many keeps no other from its place', async () => {
    vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined)
    await env.DB.exec(busy.replace('BEGIN', "WHEN new.source = 'bad' BEGIN"))
    const results = await Promise.allSettled(['good', 'bad', 'better'].map(append))
    await env.DB.exec('DROP TRIGGER busy')
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await rows()).map(({ source }) => source)).toEqual(['good', 'better'])
  })
})

test('the database takes no change and no removal of a row', async () => {
  await append()
  await expect(env.DB.exec("UPDATE audits SET target = 'other'")).rejects.toThrow('append-only')
  await expect(env.DB.exec('DELETE FROM audits')).rejects.toThrow('append-only')
})

describe('verifying finds', () => {
  const change = (sql: string) => env.DB.prepare(sql).bind(organization).run()
  const guards = ['audit_unchanged', 'audit_kept']
  let sqlOf: string[]

  beforeEach(async () => {
    for (let count = 0; count < 5; count++) await append(`row ${count + 1}`)
    expect(await problems()).toEqual([])
    const { results } = await env.DB.prepare(
      `SELECT sql FROM sqlite_master WHERE name IN ('${guards.join("', '")}')`,
    ).all<{ sql: string }>()
    sqlOf = results.map(({ sql }) => sql)
    await env.DB.batch(guards.map((name) => env.DB.prepare(`DROP TRIGGER ${name}`)))
  })

  /** The triggers back, and of what was tampered with nothing. */
  afterEach(async () => {
    await env.DB.batch([
      env.DB.prepare('DELETE FROM audits'),
      env.DB.prepare('DELETE FROM list_blocks'),
      env.DB.prepare("DELETE FROM sqlite_sequence WHERE name = 'audits'"),
      ...sqlOf.map((sql) => env.DB.prepare(sql)),
    ])
    await abortAllDurableObjects()
  })

  const found = async () => (await problems()).filter(({ text }) => !text.includes('trigger'))

  test.each(['target', 'created_at', 'user_email', 'details', 'day'])(
    'a field that was altered (%s)',
    async (column) => {
      await change(`UPDATE audits SET ${column} = 'x' WHERE seq = 3 AND organization_id = ?`)
      expect(await found()).toEqual([expect.objectContaining({ organizationId: organization, seq: 3 })])
    },
  )

  test('a field that was altered with its hash, by the row behind it', async () => {
    const row = { ...(await rows())[2]!, target: 'other' }
    await env.DB.prepare("UPDATE audits SET target = 'other', hash = ? WHERE id = ?")
      .bind(await hashOf(row), row.id)
      .run()
    expect(await found()).toEqual([expect.objectContaining({ organizationId: organization, seq: 4 })])
  })

  test('a row that is missing', async () => {
    await change('DELETE FROM audits WHERE seq = 3 AND organization_id = ?')
    expect(await found()).toContainEqual({ organizationId: organization, seq: 3, text: 'row 3 is missing' })
  })

  test('a row that is missing where the others were numbered anew', async () => {
    await change('DELETE FROM audits WHERE seq = 3 AND organization_id = ?')
    await change('UPDATE audits SET seq = seq - 1 WHERE seq > 3 AND organization_id = ?')
    expect(await found()).toContainEqual(expect.objectContaining({ organizationId: organization, seq: 3 }))
  })

  test('the last row missing, by the counters and by the ids that were given', async () => {
    await change('DELETE FROM audits WHERE seq = 5 AND organization_id = ?')
    expect((await found()).map(({ text }) => text)).toEqual([
      '4 rows of the kind action, where 5 were counted',
      expect.stringContaining('the last rows are missing'),
    ])
  })

  test('the triggers gone that keep the rows', async () => {
    expect((await problems()).map(({ text }) => text)).toEqual(
      guards.map((name) => `the trigger ${name} is missing, or another`),
    )
  })
})
