import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { appendAction, appendRequest } from '~/provider/audits/append.ts'
import { hashOf } from '~/provider/organization/chain-entry.ts'
import { sha256 } from '~/provider/objects/sha256.ts'
import { lineOf, type TextLine } from '~/provider/organization/text-line.ts'
import { chainRows, execute, newAction, newRequest, organizationOf, problems, verified } from './harness/audits.ts'
import { seedOrganization } from './harness/callers.ts'

let organization: number

beforeEach(async () => {
  organization = (await seedOrganization(crypto.randomUUID(), [])).id
})

afterEach(() => vi.restoreAllMocks())

const rows = () => chainRows(organization)
const append = async (source?: string) => appendAction(env, await organizationOf(organization), newAction(source))
const appendText = async (question: string) =>
  appendRequest(env, await organizationOf(organization), newRequest({ question }))

test('rows that come at the same time stand one behind the other, each with the hash of the one before', async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, () => append()))
  const chain = await rows()
  expect(chain.map(({ seq }) => seq)).toEqual(ids.map((_, index) => index + 1))
  expect(new Set(ids)).toEqual(new Set(chain.map(({ seq }) => seq)))
  expect(chain[0]!.previous_hash).toBe('0'.repeat(64))
  for (const [index, row] of chain.entries()) {
    expect(row.hash).toBe(hashOf({ ...row, organization_id: organization }))
    if (index > 0) expect(row.previous_hash).toBe(chain[index - 1]!.hash)
  }
  expect((await verified(organization)).at(-1)).toEqual({
    type: 'end',
    rows: 120,
    head: chain.at(-1)!.hash,
    problems: 0,
    erased: 0,
  })
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

test('a row that cannot be written is not there, takes no other with it, and can be appended later', async () => {
  await append('first')
  await execute(
    organization,
    "CREATE TRIGGER busy BEFORE INSERT ON audits WHEN new.source = 'bad' BEGIN SELECT RAISE(ABORT, 'busy'); END",
  )
  const results = await Promise.allSettled(['good', 'bad', 'better'].map(append))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  await execute(organization, 'DROP TRIGGER busy')
  await append('bad')
  expect((await rows()).map(({ source }) => source)).toEqual(['first', 'good', 'better', 'bad'])
  expect(await problems(organization)).toEqual([])
})

test('a row covers its text by a digest that nobody can guess from the text', async () => {
  await appendText('Same?')
  await appendText('Same?')
  const [one, other] = await rows()
  expect(one!.text_digest).toBe(sha256(lineOf(one as TextLine)))
  expect(one!.salt).toHaveLength(32)
  expect(one!.text_digest).not.toBe(sha256(lineOf({ ...(one as TextLine), salt: other!.salt! })))
})

test('texts with characters that UTF-8 does not have are verified like others', async () => {
  await appendText('lone \ud800 surrogate')
  await append('source \udfff')
  expect(await problems(organization)).toEqual([])
})

describe('verifying finds', () => {
  beforeEach(async () => {
    for (let count = 0; count < 5; count++) await append(`row ${count + 1}`)
    expect(await problems(organization)).toEqual([])
  })

  test.each(['target', 'created_at', 'user_email', 'details', 'day'])(
    'a field that was altered (%s)',
    async (column) => {
      await execute(organization, `UPDATE audits SET ${column} = 'x' WHERE seq = 3`)
      expect(await problems(organization)).toEqual([{ code: 'row_altered', seq: 3 }])
    },
  )

  test('a field that was altered with its hash, by the row behind it', async () => {
    const row = { ...(await rows())[2]!, organization_id: organization, target: 'other' }
    await execute(organization, "UPDATE audits SET target = 'other', hash = ? WHERE seq = 3", hashOf(row))
    expect(await problems(organization)).toEqual([{ code: 'row_altered', seq: 4 }])
  })

  test('a row that is missing', async () => {
    await execute(organization, 'DELETE FROM audits WHERE seq = 3')
    expect(await problems(organization)).toEqual([
      { code: 'row_missing', seq: 3 },
      { code: 'counts_differ', seq: 5 },
    ])
  })

  test('a row that is missing where the others were numbered anew', async () => {
    await execute(organization, 'DELETE FROM audits WHERE seq = 3')
    await execute(organization, 'UPDATE audits SET seq = seq - 1 WHERE seq > 3')
    expect(await problems(organization)).toContainEqual({ code: 'row_altered', seq: 3 })
  })

  test('the last row missing, by the counters', async () => {
    await execute(organization, 'DELETE FROM audits WHERE seq = 5')
    expect(await problems(organization)).toEqual([{ code: 'counts_differ', seq: 4 }])
  })

  test('a text that was altered, and one that is missing', async () => {
    await appendText('What was asked')
    await appendText('What else was asked')
    await execute(organization, "UPDATE texts SET line = replace(line, 'was', 'is') WHERE seq = 6")
    await execute(organization, 'DELETE FROM texts WHERE seq = 7')
    expect(await problems(organization)).toEqual([
      { code: 'text_altered', seq: 6 },
      { code: 'text_missing', seq: 7 },
    ])
  })
})
