import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { everything, heldQueue, refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { bytesOf, isOpen, MiB, partUrl, putPart, reserveCall, reserved, rowOf, validate } from './harness/uploading.ts'

const { organization, user, admin } = await seedMembers('reserve.test', { user: 'user', admin: 'admin' })

const tooLarge = { status: 413, code: 'file_too_large' }

afterEach(() => {
  vi.useRealTimers()
})

test('a file over the limit is refused before anything is reserved', async () => {
  const before = await everything()
  const variables = { MAX_FILE_BYTES: '100' }
  expect(await refusal(await reserveCall(user, 'large.bin', 101, { variables }))).toEqual(tooLarge)
  expect(await everything()).toEqual(before)
})

test('an upload whose parts exceed the limit is removed', async () => {
  const { id } = await reserved(user, 'sneaky.bin')
  await putPart(user, id, 1, bytesOf(8 * MiB))
  await putPart(user, id, 2, bytesOf(8 * MiB))
  const row = (await rowOf(id))!
  const variables = { MAX_FILE_BYTES: String(10 * MiB), JOBS: heldQueue().JOBS }
  expect(await refusal(await validate(user, id, variables))).toEqual(tooLarge)
  expect(await rowOf(id)).toBeNull()
  expect(await isOpen(row)).toBe(false)
})

test('there are addresses for the parts that a file of this size has, and no more', async () => {
  const { id } = await reserved(user, 'three.bin', 16 * MiB + 1)
  const call = (numbers: number[]) => user(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers } })
  expect((await call([3])).status).toBe(200)
  expect(await refusal(await call([1, 4]))).toEqual({ status: 400, code: 'invalid_request' })
  const unannounced = (await reserved(user, 'unannounced.bin')).id
  const last = Number(env.MAX_FILE_BYTES) / (8 * MiB)
  expect(new URL(await partUrl(user, unannounced, last)).searchParams.get('size')).toBe(String(8 * MiB))
})

test('a name of which nothing is left is invalid', async () => {
  expect(await refusal(await reserveCall(user, '\u202e..'))).toEqual({ status: 400, code: 'invalid_request' })
})

test('whose group it is not learns so before anything else', async () => {
  const query = `&group_id=${organization.groupId}`
  const variables = { MAX_FILE_BYTES: '1', UPLOADS_PER_MINUTE: '0' }
  expect(await refusal(await reserveCall(user, '..', 100, { query, variables }))).toEqual({
    status: 403,
    code: 'operation_not_authorized',
  })
})

test('a reservation repeated with its key is the same one', async () => {
  const headers = { 'idempotency-key': 'reserve-1' }
  const first = await reserved(user, 'once.bin', 10, { headers })
  expect(await reserved(user, 'once.bin', 10, { headers })).toEqual(first)
  expect(await refusal(await reserveCall(user, 'once.bin', 11, { headers }))).toEqual({
    status: 400,
    code: 'invalid_request',
  })
})

test('reservations count as uploads of the minute', async () => {
  const variables = { UPLOADS_PER_MINUTE: '2' }
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.now()
  await reserved(admin, 'a.bin', 1, { variables })
  await reserved(admin, 'b.bin', 1, { variables })
  const refused = await reserveCall(admin, 'c.bin', 1, { variables })
  expect(await refusal(refused)).toEqual({ status: 429, code: 'rate_limited', info: { retry_after: 60 } })
  vi.setSystemTime(start + 60_000)
  await reserved(admin, 'c.bin', 1, { variables })
})
