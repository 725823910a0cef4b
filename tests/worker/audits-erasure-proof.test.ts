import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { VerificationEvent } from '~/contract/audits.ts'
import { appendAction } from '~/provider/audits/append.ts'
import { chainOf } from '~/provider/audits/stream-verification.ts'
import { verifyChain } from '~/provider/audits/verify.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { segmentKey } from '~/provider/organization/segment.ts'
import { execute, newAction, organizationOf, problems, verified, withStorage } from './harness/audits.ts'
import { ask, day, erased, eraseStep, eraseTexts, hour, iso, seal, stopClock } from './harness/erasures.ts'
import { seedOrganization } from './harness/callers.ts'

let own: Organization
let start: number
let seeded = 0

/** Rows 1 to 4, of the users 1 and 2 in turns, are sealed; row 5 is not. An hour later there are rows 6 and 7. */
beforeEach(async () => {
  own = await organizationOf((await seedOrganization(`erasure-proof-${++seeded}.test`, [])).id)
  start = Date.now()
  stopClock(start)
  await ask(own, 1, 2, 1, 2)
  await seal(own)
  await ask(own, 1)
  vi.setSystemTime(start + hour)
  await ask(own, 1, 2)
})

afterEach(() => vi.useRealTimers())

/** Erases the first five rows, but for those of held users. */
const eraseFirst = async (held: number[] = []) => {
  await eraseTexts(own, iso(start + hour), held)
  await erased(own)
}

/** What somebody does who may change the object's database, but not forge hashes. */
const forgeErasures = () => execute(own.id, 'INSERT OR REPLACE INTO erasures VALUES (8, 1000, 0)')
const deleteText = (seq: number) => execute(own.id, 'DELETE FROM texts WHERE seq = ?', seq)

/** Puts another object in the place of a segment, so that all that the object says of it agrees. */
const putInPlace = (object: {
  bytes: Uint8Array
  metadata: Record<string, string>
  row: Record<string, SqlStorageValue>
}) =>
  Promise.all([
    env.FILES.put(segmentKey(own.key, 1, Number(object.row.revision)), object.bytes, {
      customMetadata: object.metadata,
    }),
    withStorage(own.id, ({ sql }) => {
      const { revision, sha256, blocks } = object.row
      sql.exec('UPDATE segments SET revision = ?, sha256 = ?, blocks = ?', revision!, sha256!, blocks!)
    }),
  ])

const segmentAsItIs = async () => {
  const row = await withStorage(own.id, ({ sql }) =>
    sql.exec<Record<string, SqlStorageValue>>('SELECT * FROM segments').one(),
  )
  const object = (await env.FILES.get(segmentKey(own.key, 1, Number(row.revision))))!
  return { row, bytes: await object.bytes(), metadata: object.customMetadata! }
}

describe('a text that is missing is found', () => {
  test('where the chain tells of no erasure, whatever the table of erasures says', async () => {
    await deleteText(5)
    await forgeErasures()
    expect(await problems(own.id)).toEqual([{ code: 'text_missing', seq: 5 }])
  })

  test('where it was recorded later than what was erased', async () => {
    await eraseFirst()
    await deleteText(6)
    await forgeErasures()
    expect(await problems(own.id)).toEqual([{ code: 'text_missing', seq: 6 }])
  })

  test('where its user was held', async () => {
    await eraseFirst([1])
    await deleteText(5)
    await forgeErasures()
    expect(await problems(own.id)).toEqual([{ code: 'text_missing', seq: 5 }])
  })

  test('where what was erased is told in another way than it was recorded', async () => {
    await eraseFirst([1])
    await deleteText(5)
    await execute(own.id, `UPDATE audits SET details = replace(details, '"held":"1"', '"held":""') WHERE seq = 8`)
    expect(await problems(own.id)).toEqual([
      { code: 'text_not_erased', seq: 1 },
      { code: 'text_not_erased', seq: 3 },
      { code: 'row_altered', seq: 8 },
      { code: 'counts_differ', seq: 8 },
    ])
  })

  test('where the details of an erasure are no more what they were, not even readable', async () => {
    await eraseFirst()
    await execute(own.id, "UPDATE audits SET details = 'nothing' WHERE seq = 8")
    expect(await problems(own.id)).toEqual([
      ...[1, 2, 3, 4, 5].map((seq) => ({ code: 'text_missing', seq })),
      { code: 'row_altered', seq: 8 },
    ])
  })

  test.each([
    { of: 'an admin', change: { user_id: 1 } },
    { of: 'a moment before it', told: { before: '2000-01-01T00:00:00.000Z' } },
    { of: 'rows that come after it', told: { through: 1000 } },
    { of: 'another number of texts', told: { texts: 5 } },
  ])('where somebody appends an erasure: $of', async ({ change, told }) => {
    await deleteText(5)
    const details = { before: iso(start + hour), through: 7, texts: 1, held: '', ...told }
    const erasure = { ...newAction(), user_id: 0, user_email: '', action: 'texts_erased', ...change }
    await appendAction(env, own, { ...erasure, details: JSON.stringify(details) })
    expect(await problems(own.id)).not.toEqual([])
  })
})

describe('a text that is still there although it was erased', () => {
  test('is no problem as long as the erasure is under way', async () => {
    await eraseTexts(own, iso(start + hour))
    expect(await problems(own.id)).toEqual([])
    await eraseStep(own)
    expect(await problems(own.id)).toEqual([])
    expect((await verified(own.id)).at(-1)).toMatchObject({ erased: 1 })
  })

  test('is found once the erasure is done', async () => {
    const before = await segmentAsItIs()
    await eraseFirst([2])
    await putInPlace(before)
    await execute(own.id, "INSERT INTO texts SELECT 5, '{}'")
    expect(await problems(own.id)).toEqual([
      { code: 'text_not_erased', seq: 1 },
      { code: 'text_not_erased', seq: 3 },
      { code: 'text_altered', seq: 5 },
    ])
  })

  test('is found a day later, whatever the table of erasures says', async () => {
    const before = await segmentAsItIs()
    await eraseFirst([2])
    await putInPlace(before)
    await forgeErasures()
    expect(await problems(own.id)).toEqual([])
    vi.setSystemTime(Date.now() + day)
    expect(await problems(own.id)).toEqual([
      { code: 'text_not_erased', seq: 1 },
      { code: 'text_not_erased', seq: 3 },
    ])
  })
})

test('history that was written anew before an erasure is found after it', async () => {
  await execute(own.id, "UPDATE audits SET hash = 'another' WHERE seq = 4")
  await eraseFirst()
  expect(await problems(own.id)).toContainEqual({ code: 'row_rewritten', seq: 4 })
})

test('what is erased, or sealed, while a verification is under way is no problem', async () => {
  const events = verifyChain(chainOf(env, own.key), env.FILES)
  const told: VerificationEvent[] = []
  for await (const event of events) {
    told.push(event)
    if (told.length === 1) await eraseFirst()
    if (told.length === 2) await seal(own)
  }
  expect(told.filter(({ type }) => type === 'problem')).toEqual([])
  expect(told.at(-1)).toMatchObject({ rows: 8, erased: 5 })
})
