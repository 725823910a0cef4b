import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditDetails } from '~/contract/audits.ts'
import { sealedTexts } from '~/provider/audits/sealed-texts.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { segmentKey } from '~/provider/organization/segment.ts'
import { chainRows, objectOf, organizationOf, problems, verified, withStorage } from './harness/audits.ts'
import { localTime } from '~/provider/time/buckets.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import {
  ask,
  day,
  erased,
  eraseStep,
  eraseTexts,
  hour,
  iso,
  keptTexts,
  minute,
  seal,
  stopClock,
} from './harness/erasures.ts'
import { seedMembers } from './harness/members.ts'

let own: Organization
let admin: Caller
/** The first rows are recorded at this moment. */
let start: number
let seeded = 0

beforeEach(async () => {
  const members = await seedMembers(`erasure-${++seeded}.test`, { admin: 'admin' })
  own = await organizationOf(members.organization.id)
  admin = members.admin
  start = Date.now()
  stopClock(start)
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const audit = async (id: number) => {
  vi.useRealTimers()
  return (await admin(`/v1/audits/${id}`)).json<AuditDetails>()
}

/** The cells of an export; none of them has a line break or a comma but for those in quotes. */
async function exported(what: 'audits' | 'actions'): Promise<string[][]> {
  const { download_url } = await (await admin(`/web/v1/${what}/csv`)).json<{ download_url: string }>()
  const { pathname, search } = new URL(download_url)
  const text = await (await signedOut(pathname + search)).text()
  return text
    .trim()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain!),
    )
}

describe('texts recorded before the moment', () => {
  beforeEach(async () => {
    await ask(own, 1, 2, 1)
    await seal(own)
    await ask(own, 2, 1)
    pass(hour)
    await ask(own, 1, 2)
  })

  test('are gone from the object and from R2, and the chain verifies', async () => {
    const { customMetadata } = (await env.FILES.head(segmentKey(own.key, 1)))!
    expect(await eraseTexts(own, iso(start + minute))).toBe(5)
    await erased(own)
    expect(await keptTexts(own)).toEqual({ here: [6, 7], there: [], objects: ['00000001-1.ndjson.gz'] })
    const rewritten = (await env.FILES.head(segmentKey(own.key, 1, 1)))!.customMetadata
    expect(rewritten).toEqual({ ...customMetadata, sha256: expect.not.stringMatching(customMetadata!.sha256!) })
    const events = await verified(own.id)
    expect(events.filter(({ type }) => type === 'problem')).toEqual([])
    expect(events).toContainEqual({
      type: 'erasure',
      seq: 8,
      created_at: iso(start + hour),
      texts: 5,
      before: iso(start + minute),
    })
    expect(events.at(-1)).toMatchObject({ problems: 0, erased: 5 })
  })

  test('are told of by the chain as what nobody did', async () => {
    await eraseTexts(own, iso(start + minute), [2, 3, 2])
    expect((await chainRows(own.id)).at(-1)).toMatchObject({
      kind: 'action',
      user_id: 0,
      user_email: '',
      action: 'texts_erased',
      target: 'audits',
      details: JSON.stringify({ before: iso(start + minute), through: 5, texts: 3, held: '2' }),
    })
  })

  test('stay where their users are held, and go with the erasure after the release', async () => {
    expect(await eraseTexts(own, iso(start + minute), [1])).toBe(2)
    await erased(own)
    expect(await keptTexts(own)).toMatchObject({ here: [5, 6, 7], there: [1, 3] })
    expect(await problems(own.id)).toEqual([])
    pass(2 * hour)
    expect(await eraseTexts(own, iso(start + minute))).toBe(3)
    await erased(own)
    expect(await keptTexts(own)).toMatchObject({ here: [6, 7], there: [], objects: ['00000001-2.ndjson.gz'] })
    expect(await problems(own.id)).toEqual([])
    expect((await verified(own.id)).at(-1)).toMatchObject({ erased: 5 })
  })

  test('are named with the time of their erasure, from the moment that the chain tells of it', async () => {
    await eraseTexts(own, iso(start + minute), [1])
    const nothing = { question: '', answer: '', files: [], references: [] }
    expect(await audit(2)).toMatchObject({ ...nothing, text_erased_at: iso(start + hour) })
    expect(await audit(4)).toMatchObject({ ...nothing, text_erased_at: iso(start + hour) })
    expect(await audit(1)).toMatchObject({ question: 'Question of 1', text_erased_at: null })
    expect(await audit(7)).toMatchObject({ question: 'Question of 2', text_erased_at: null })
  })

  test('are empty in the export, which says when they were erased, and by whom: nobody', async () => {
    await eraseTexts(own, iso(start + minute), [1])
    await erased(own)
    vi.useRealTimers()
    const audits = await exported('audits')
    const columns = ['ID', 'Prompt', 'References', 'Text erased (Asia/Tokyo)', 'Salt']
    const cells = audits.slice(1).map((line) => columns.map((column) => line[audits[0]!.indexOf(column)]))
    const salt = expect.stringMatching(/^[0-9a-f]{32}$/)
    const at = localTime('Asia/Tokyo', new Date(start + hour))
    expect(cells.slice(-3)).toEqual([
      ['3', 'Question of 1', '[]', '', salt],
      ['2', '', '[]', at, ''],
      ['1', 'Question of 1', '[]', '', salt],
    ])
    const actions = await exported('actions')
    expect(actions.find((line) => line.includes('texts_erased'))?.slice(1, 4)).toEqual([
      '0',
      'Automatic',
      'texts_erased',
    ])
  })

  test('are erased once, however often the same is asked for', async () => {
    expect(await eraseTexts(own, iso(start + minute), [], 'day 1')).toBe(5)
    await erased(own)
    expect(await eraseTexts(own, iso(start + minute), [], 'day 1')).toBe(5)
    expect(await eraseTexts(own, iso(start + minute), [], 'day 2')).toBe(0)
    expect(await chainRows(own.id)).toHaveLength(8)
  })
})

test('what is yet to come is not erased, whatever moment is asked for', async () => {
  await ask(own, 1)
  pass(minute)
  expect(await eraseTexts(own, iso(start + day))).toBe(1)
  await ask(own, 1)
  await erased(own)
  expect(await keptTexts(own)).toMatchObject({ here: [3] })
  pass(minute)
  expect(await eraseTexts(own, iso(start + day))).toBe(1)
  await erased(own)
  expect(await keptTexts(own)).toMatchObject({ here: [] })
  expect(await problems(own.id)).toEqual([])
})

test('an organisation without audits has nothing to erase', async () => {
  expect(await eraseTexts(own, iso(start))).toBe(0)
  expect(await (await objectOf(own.id)).dueTexts({ before: iso(start), held: [1] })).toEqual({
    count: 0,
    held: 0,
    oldest: null,
  })
})

test('a reader who was told the old place still reads, for a minute', async () => {
  await ask(own, 1, 1)
  await seal(own)
  pass(minute)
  const { place } = (await (await objectOf(own.id)).find(2))!
  await eraseTexts(own, iso(start + minute))
  await eraseStep(own)
  pass(minute - 1)
  await eraseStep(own)
  expect((await sealedTexts(env.FILES, [place!])).get(2)?.question).toBe('Question of 1')
  pass(1)
  await eraseStep(own)
  await expect(sealedTexts(env.FILES, [place!])).rejects.toThrow('missing')
  expect(await problems(own.id)).toEqual([])
})

describe('an erasure that is killed', () => {
  /** A bucket whose object is killed before or after something was done with it, once. */
  const killing = (at: number, when: 'before' | 'after') => {
    let calls = 0
    const bucket = new Proxy(env.FILES, {
      get: (target, name) => {
        const method = Reflect.get(target, name) as (...parameters: unknown[]) => Promise<unknown>
        return async (...parameters: unknown[]) => {
          const dies = ++calls === at
          if (dies && when === 'before') throw new Error('killed')
          const result = await method.apply(target, parameters)
          if (dies) throw new Error('killed')
          return result
        }
      },
    }) as R2Bucket
    return { bucket, reached: () => calls >= at }
  }

  test.each(['before', 'after'] as const)('%s any of its steps loses nothing and erases all', async (when) => {
    for (let at = 1; ; at++) {
      const members = await seedMembers(`killed-${when}-${at}.test`, { admin: 'admin' })
      const organization = await organizationOf(members.organization.id)
      const began = Date.now()
      await ask(organization, 1, 2, 1)
      await seal(organization)
      await ask(organization, 2, 1)
      await seal(organization)
      await ask(organization, 1, 2)
      pass(minute)
      expect(await eraseTexts(organization, iso(began + minute), [2])).toBe(4)
      const { bucket, reached } = killing(at, when)
      const step = () => eraseStep(organization, bucket)
      while (
        !reached() &&
        (await keptTexts(organization)).objects.join() !== '00000001-1.ndjson.gz,00000002-1.ndjson.gz'
      ) {
        pass(minute)
        await step().catch(() => undefined)
        expect(await problems(organization.id)).toEqual([])
      }
      await erased(organization)
      expect(await keptTexts(organization)).toEqual({
        here: [7],
        there: [2, 4],
        objects: ['00000001-1.ndjson.gz', '00000002-1.ndjson.gz'],
      })
      expect(await problems(organization.id)).toEqual([])
      if (!reached()) return
    }
  })

  test('does not meet texts that a seal, killed too, had put in R2 already', async () => {
    await ask(own, 1, 2)
    const { bucket } = killing(1, 'after')
    await expect(seal(own, bucket)).rejects.toThrow('killed')
    pass(minute)
    await eraseTexts(own, iso(start + minute), [2])
    await erased(own)
    expect(await keptTexts(own)).toMatchObject({ here: [], there: [2] })
    expect(await problems(own.id)).toEqual([])
  })
})

test('a segment that is missing or altered is logged, and does not keep the others from being erased', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined)
  for (let segment = 1; segment <= 3; segment++) {
    await ask(own, 1)
    await seal(own)
  }
  await env.FILES.delete(segmentKey(own.key, 1))
  await env.FILES.put(segmentKey(own.key, 2), '')
  pass(minute)
  await eraseTexts(own, iso(start + minute))
  await erased(own)
  const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)) as object)
  expect(lines).toMatchObject([
    { event: 'audit_texts_not_erased', segment: 1, cause: 'segment_missing' },
    { event: 'audit_texts_not_erased', segment: 2, cause: 'segment_altered' },
  ])
  expect((await keptTexts(own)).objects).toEqual(['00000002.ndjson.gz', '00000003-1.ndjson.gz'])
  expect(await problems(own.id)).toEqual([
    { code: 'segment_missing', seq: 1 },
    { code: 'segment_altered', seq: 2 },
  ])
})

test('a preview says what an erasure then takes, whoever was held and released, and whenever', async () => {
  const object = await objectOf(own.id)
  const rows: { user: number; at: number; erased: boolean }[] = []
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  for (let round = 1; round <= 30; round++) {
    for (let count = next(12); count > 0; count--) {
      pass(next(2) * hour)
      const user = 1 + next(4)
      await ask(own, user)
      rows.push({ user, at: Date.now(), erased: false })
      if (next(9) === 0) await seal(own)
    }
    pass(hour)
    const before = start + next(Date.now() - start + 1)
    const held = [1, 2, 3, 4, 5].filter(() => next(3) === 0)
    const old = rows.filter(({ at, erased: gone }) => at < before && !gone)
    const due = old.filter(({ user }) => !held.includes(user))
    expect(await object.dueTexts({ before: iso(before), held })).toEqual({
      count: due.length,
      held: old.length - due.length,
      oldest: due[0] ? iso(due[0].at) : null,
    })
    expect(await eraseTexts(own, iso(before), held)).toBe(due.length)
    for (const row of due) row.erased = true
    await erased(own)
    const { here, there } = await keptTexts(own)
    expect(here.length + there.length).toBe(rows.filter((row) => !row.erased).length)
  }
  expect(await problems(own.id)).toEqual([])
  expect(await withStorage(own.id, ({ sql }) => sql.exec('SELECT * FROM erasures').toArray())).toEqual([])
}, 60_000)
