import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AuditDetails } from '~/contract/audits.ts'
import { appendAction, appendRequest } from '~/provider/audits/append.ts'
import { firstHash, hashOf } from '~/provider/organization/chain-entry.ts'
import type { Organization } from '~/provider/organization/chain.ts'
import { sealNext } from '~/provider/organization/sealing.ts'
import { segmentKey } from '~/provider/organization/segment.ts'
import { chainRows, newAction, newRequest, objectOf, organizationOf, problems, withStorage } from './harness/audits.ts'
import { type Caller, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

let own: Organization
let admin: Caller
let seeded = 0

beforeEach(async () => {
  const members = await seedMembers(`sealing-${++seeded}.test`, { admin: 'admin' })
  own = await organizationOf(members.organization.id)
  admin = members.admin
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const fill = async (rows: number) => {
  for (let number = 1; number <= rows; number++)
    await appendRequest(env, own, newRequest({ question: `Question ${number}`, source: `request ${number}` }))
}
const seal = (bucket = env.FILES) => withStorage(own.id, (storage) => sealNext(storage, bucket))
const alarm = async () => runDurableObjectAlarm(await objectOf(own.id))
const waiting = () =>
  withStorage(own.id, ({ sql }) => sql.exec<{ n: number }>('SELECT count(*) AS n FROM texts').one().n)
const sealed = async (number = 1) => env.FILES.head(segmentKey(own.key, number))
const question = async (id: number) => (await (await admin(`/v1/audits/${id}`)).json<AuditDetails>()).question

describe('texts are sealed', () => {
  test('when there are a thousand rows, and not before', async () => {
    await fill(999)
    await alarm()
    expect(await waiting()).toBe(999)
    await fill(1000)
    await vi.waitUntil(async () => (await waiting()) === 0, { interval: 20, timeout: 10_000 })
    expect((await sealed())?.customMetadata).toMatchObject({ first: '1', last: '1000' })
    expect(await problems(own.id)).toEqual([])
  })

  test('when the oldest has waited for a day', async () => {
    await fill(2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
    expect(await alarm()).toBe(true)
    vi.useRealTimers()
    expect(await waiting()).toBe(0)
    expect(await question(2)).toBe('Question 2')
  })
})

describe('a sealed text', () => {
  beforeEach(async () => {
    await appendAction(env, own, newAction())
    for (let number = 2; number <= 61; number++) {
      const answer = Array.from({ length: 400 }, () => Math.random().toString(36)).join(' ')
      await appendRequest(env, own, newRequest({ question: `Question ${number}`, answer }))
    }
    await seal()
  })

  test('is read by a range of its segment', async () => {
    const get = vi.spyOn(env.FILES, 'get')
    for (const id of [2, 30, 61]) expect(await question(id)).toBe(`Question ${id}`)
    const { size } = (await sealed())!
    for (const [, options] of get.mock.calls) {
      const { length } = (options as R2GetOptions).range as { length: number }
      expect(length).toBeLessThan(size / 2)
    }
  })

  test('is in the export, in order, with those that are not sealed', async () => {
    await appendRequest(env, own, newRequest({ question: 'Question 62' }))
    const { download_url } = await (await admin('/web/v1/audits/csv')).json<{ download_url: string }>()
    const { pathname, search } = new URL(download_url)
    const text = await (await signedOut(pathname + search)).text()
    const asked = [...text.matchAll(/Question (\d+)/g)].map(([, number]) => Number(number))
    expect(asked).toEqual(Array.from({ length: 61 }, (_, index) => 62 - index))
  })

  test('is verified, and R2 says the hashes of the first and the last row', async () => {
    const rows = await chainRows(own.id)
    expect(await problems(own.id)).toEqual([])
    expect((await sealed())?.customMetadata).toEqual({
      first: '1',
      last: '61',
      first_hash: rows[0]!.hash,
      last_hash: rows[60]!.hash,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  test('that is missing with its segment is found', async () => {
    await env.FILES.delete(segmentKey(own.key, 1))
    expect(await problems(own.id)).toEqual([{ code: 'segment_missing', seq: 1 }])
  })

  test('that was altered in its segment is found', async () => {
    const object = (await env.FILES.get(segmentKey(own.key, 1)))!
    const bytes = await object.bytes()
    bytes[bytes.length - 1]! ^= 1
    await env.FILES.put(segmentKey(own.key, 1), bytes, { customMetadata: object.customMetadata! })
    expect(await problems(own.id)).toEqual([{ code: 'segment_altered', seq: 1 }])
  })

  test('stands for its rows: a chain that was written anew as a whole is found', async () => {
    const rows = await chainRows(own.id)
    await withStorage(own.id, ({ sql }) => {
      let previous_hash = firstHash
      for (const row of rows) {
        const entry = { ...row, organization_id: own.id, user_email: 'other@chain.example', previous_hash }
        previous_hash = hashOf(entry)
        sql.exec('UPDATE audits SET user_email = ?, hash = ? WHERE seq = ?', entry.user_email, previous_hash, row.seq)
      }
    })
    expect(await problems(own.id)).toEqual([
      { code: 'row_rewritten', seq: 1 },
      { code: 'row_rewritten', seq: 61 },
    ])
  })
})

describe('sealing that is killed', () => {
  /** What R2 does, and what happens with it. */
  const bucketThat = (put: (...parameters: Parameters<R2Bucket['put']>) => Promise<unknown>) =>
    new Proxy(env.FILES, {
      get: (bucket, name) => (name === 'put' ? put : Reflect.get(bucket, name).bind(bucket)),
    }) as R2Bucket

  beforeEach(() => fill(3))

  const expectSealedOnce = async () => {
    expect(await waiting()).toBe(0)
    expect(await sealed(2)).toBeNull()
    expect((await sealed())?.customMetadata).toMatchObject({ first: '1', last: '3' })
    expect(await question(3)).toBe('Question 3')
    expect(await problems(own.id)).toEqual([])
  }

  test('before R2 has the segment is repeated, with the same rows', async () => {
    await expect(seal(bucketThat(() => Promise.reject(new Error('killed'))))).rejects.toThrow('killed')
    expect(await question(3)).toBe('Question 3')
    await appendRequest(env, own, newRequest({ question: 'Later' }))
    await seal()
    expect(await waiting()).toBe(1)
    expect(await problems(own.id)).toEqual([])
    expect((await sealed())?.customMetadata).toMatchObject({ first: '1', last: '3' })
  })

  test('after R2 has the segment is repeated, and writes the same bytes', async () => {
    const killed = bucketThat(async (...parameters) => {
      await env.FILES.put(...(parameters as Parameters<typeof env.FILES.put>))
      throw new Error('killed')
    })
    await expect(seal(killed)).rejects.toThrow('killed')
    const { customMetadata } = (await sealed())!
    expect(await waiting()).toBe(3)
    expect(await problems(own.id)).toEqual([])
    await seal()
    expect((await sealed())?.customMetadata).toEqual(customMetadata)
    await expectSealedOnce()
  })

  test('is tried again by the alarm, as long as R2 refuses', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 })
    const put = vi.spyOn(env.FILES, 'put').mockRejectedValue(new Error('full'))
    for (let time = 0; time < 8; time++) expect(await alarm()).toBe(true)
    expect(await waiting()).toBe(3)
    put.mockRestore()
    await alarm()
    vi.useRealTimers()
    await expectSealedOnce()
  })
})
