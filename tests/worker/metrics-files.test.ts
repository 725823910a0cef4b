import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { dayIn } from '~/provider/time/buckets.ts'
import { sweep } from '~/provider/sweep.ts'
import { bucketWith, deliver, formOf, heldQueue, process, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { setTimeZone, valueOf, valuesOf } from './harness/metrics.ts'
import { put, reserved, validate, validated } from './harness/uploading.ts'

const { organization, admin, user } = await seedMembers('stored.test', { admin: 'admin', user: 'user' })

const stored = () => valueOf(admin, 'stored_bytes')
const pages = () => valueOf(admin, 'processed_pages')

/** The sizes of the files that are stored, as their rows say. */
const inRows = async () =>
  (await env.DB.prepare(
    "SELECT coalesce(sum(size), 0) AS size FROM files WHERE organization_id = ? AND status <> 'uploading'",
  )
    .bind(organization.id)
    .first<number>('size'))!

const remove = (caller: Caller, id: number) => caller(`/v1/files/${id}`, { method: 'DELETE' })

afterEach(() => vi.useRealTimers())

test('an upload is counted when it is stored, and no more when it is deleted', async () => {
  const before = await stored()
  const file = await uploaded(user, textFile('ten.txt', '0123456789'))
  expect((await stored()) - before).toBe(10)
  expect((await remove(user, file.id)).status).toBe(204)
  expect((await remove(user, file.id)).status).toBe(404)
  expect(await stored()).toBe(before)
})

test('a reserved upload is counted once it is validated, once, however often it is', async () => {
  const before = await stored()
  const { id, url } = await reserved(user, 'large.txt', 12)
  await put(url, 'twelve bytes')
  expect(await stored()).toBe(before)
  await validated(user, id)
  await validated(user, id)
  expect((await stored()) - before).toBe(12)
  await remove(user, id)
  expect(await stored()).toBe(before)
})

test('an upload of which nobody said the size is counted by its bytes', async () => {
  const before = await stored()
  const { id, url } = await reserved(user, 'unknown.txt')
  await put(url, 'seven..')
  await validated(user, id)
  expect((await stored()) - before).toBe(7)
})

test('uploads that fail, are left, or cannot be queued are not counted', async () => {
  const before = await stored()
  const failing = { FILES: bucketWith({ put: () => Promise.reject(new Error('full')) as never }) }
  const body = () => formOf(textFile('failing.txt'))
  await user('/v1/files/upload', { method: 'POST', body: body(), variables: failing })
  const jobless = { JOBS: { send: () => Promise.reject(new Error('no queue')) } as unknown as Queue }
  await user('/v1/files/upload', { method: 'POST', body: body(), variables: jobless })
  const { id, url } = await reserved(user, 'jobless.txt', 3)
  await put(url, 'abc')
  expect((await validate(user, id, jobless)).status).toBe(500)
  expect(await stored()).toBe(before)
  await validated(user, id)
  expect((await stored()) - before).toBe(3)
  expect(await stored()).toBe(await inRows())
})

test('the pages of a file count once, however often its job is delivered', async () => {
  const before = await pages()
  const file = await uploaded(user, textFile('page.txt'))
  await Promise.all([process(file), process(file)])
  await process(file)
  expect((await pages()) - before).toBe(1)
})

test('a file that fails has no pages; tried again with success it has', async () => {
  const before = await pages()
  const file = await uploaded(user, textFile('later.txt'))
  await deliver({ kind: 'process_file', file_id: file.id }, { queue: 'app-jobs-dead' })
  expect(await pages()).toBe(before)
  const { JOBS } = heldQueue()
  await user(`/v1/files/${file.id}/process`, { method: 'POST', variables: { JOBS } })
  await process(file)
  expect((await pages()) - before).toBe(1)
})

test('what is stored goes on from day to day in the time zone, also without a change', async () => {
  const { organization: own, admin } = await seedMembers('newyork.test', { admin: 'admin' })
  await setTimeZone(own.id, 'America/New_York')
  const first = dayIn('America/New_York', new Date())
  await uploaded(admin, textFile('a.txt', 'abcde'))
  const size = 5

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 26 * 3_600_000 })
  const second = dayIn('America/New_York', new Date())
  await sweep({ ...env, JOBS: heldQueue().JOBS })
  await sweep({ ...env, JOBS: heldQueue().JOBS })
  vi.useRealTimers()
  expect(second > first).toBe(true)
  expect(await valuesOf(admin, 'stored_bytes')).toMatchObject({ [first]: size, [second]: size })

  // A call that began before midnight and is stored behind one that began after.
  await uploaded(admin, textFile('b.txt', 'xyz'))
  expect(await valuesOf(admin, 'stored_bytes')).toMatchObject({ [first]: size, [second]: size + 3 })
})
