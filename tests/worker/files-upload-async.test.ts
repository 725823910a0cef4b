import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { bucketWith, everything, heldQueue, process, refusal } from './files-harness.ts'
import { signedOut } from './harness.ts'
import { seedMembers } from './members.ts'
import {
  arrived,
  bytesOf,
  isOpen,
  MiB,
  partUrl,
  put,
  putPart,
  reserveCall,
  reserved,
  rowOf,
  sha256,
  storedBytes,
  validate,
  validated,
} from './uploading.ts'

const { organization, user, admin } = await seedMembers('async.test', { user: 'user', admin: 'admin' })

const wrongStatus = { status: 409, code: 'wrong_file_status' }
const tooLarge = { status: 413, code: 'file_too_large' }

afterEach(() => {
  vi.useRealTimers()
})

test('a reserved file is uploading, without a type that its bytes have not shown', async () => {
  const { id, file } = await reserved(user, 'か\u3099い\u202eよう/報告.pdf', 12)
  expect(file).toEqual({
    id,
    name: 'がいよう報告.pdf',
    mime_type: 'application/octet-stream',
    source_type: 'upload',
    created_at: expect.any(String) as string,
  })
  expect(await (await user(`/v1/files/${id}`)).json()).toMatchObject({
    status: 'uploading',
    group_id: organization.users[0]!.privateGroupId,
    type: 'document',
    size: 12,
  })
})

test('all bytes in one request make a pending file with the type of its bytes and one job', async () => {
  const { url, id } = await reserved(user, 'report.pdf', 9)
  expect((await put(url, '%PDF-1.7\n')).status).toBe(204)
  const { jobs, JOBS } = heldQueue()
  const file = await (await validate(user, id, { JOBS })).json<StoredFile>()
  expect(file).toMatchObject({ status: 'pending', mime_type: 'application/pdf', size: 9, name: 'report.pdf' })
  expect(jobs).toEqual([{ kind: 'process_file', file_id: id }])
  expect(new TextDecoder().decode(await storedBytes(id))).toBe('%PDF-1.7\n')
})

test('parts may come in any order, and make the file in the order of their numbers', async () => {
  const bytes = bytesOf(16 * MiB + 1000)
  const { id } = await reserved(user, 'large.bin', bytes.byteLength)
  await putPart(user, id, 3, bytes.slice(16 * MiB))
  await putPart(user, id, 1, bytes.slice(0, 8 * MiB))
  expect(await arrived(user, id)).toEqual({
    part_size: 8 * MiB,
    parts: [
      { number: 1, size: 8 * MiB },
      { number: 3, size: 1000 },
    ],
  })
  await putPart(user, id, 2, bytes.slice(8 * MiB, 16 * MiB))
  expect(await validated(user, id)).toMatchObject({ size: bytes.byteLength, mime_type: 'application/octet-stream' })
  expect(await sha256((await storedBytes(id))!)).toBe(await sha256(bytes))
})

test('all bytes in one request are stored in parts', async () => {
  const bytes = bytesOf(17 * MiB)
  const { url, id } = await reserved(user, 'whole.bin', bytes.byteLength)
  expect((await put(url, bytes)).status).toBe(204)
  expect((await arrived(user, id)).parts).toEqual([
    { number: 1, size: 8 * MiB },
    { number: 2, size: 8 * MiB },
    { number: 3, size: MiB },
  ])
  await validated(user, id)
  expect(await sha256((await storedBytes(id))!)).toBe(await sha256(bytes))
})

test('a request that breaks off leaves the parts before, and the upload goes on behind them', async () => {
  const bytes = bytesOf(10 * MiB)
  const { url, id } = await reserved(user, 'cut.bin', bytes.byteLength)
  const cut = brokenAfter(bytes.slice(0, 9 * MiB))
  const headers = { 'content-length': String(bytes.byteLength) }
  const { pathname, search } = new URL(url)
  const response = await signedOut(pathname + search, { method: 'PUT', headers, body: cut })
  expect((await refusal(response)).code).toBe('request_aborted_user')
  expect((await arrived(user, id)).parts).toEqual([{ number: 1, size: 8 * MiB }])
  expect(await refusal(await validate(user, id))).toEqual(wrongStatus)

  await putPart(user, id, 2, bytes.slice(8 * MiB))
  await validated(user, id)
  expect(await sha256((await storedBytes(id))!)).toBe(await sha256(bytes))
})

test('a part that comes again replaces the first', async () => {
  const { id } = await reserved(user, 'again.txt', 5)
  await putPart(user, id, 1, 'wrong')
  await putPart(user, id, 1, 'right')
  await validated(user, id)
  expect(new TextDecoder().decode(await storedBytes(id))).toBe('right')
})

test('all bytes again, and fewer, replace a longer attempt', async () => {
  const { url, id } = await reserved(user, 'shorter.txt')
  await put(url, bytesOf(9 * MiB))
  await put(url, 'short')
  expect((await arrived(user, id)).parts).toEqual([{ number: 1, size: 5 }])
  expect(await validated(user, id)).toMatchObject({ size: 5, mime_type: 'text/plain' })
})

test.each([['announced', 0] as const, ['not announced', undefined] as const])(
  'an empty file whose size was %s is stored and ends as failed',
  async (_, size) => {
    const { url, id } = await reserved(user, 'empty.txt', size)
    expect(await refusal(await validate(user, id))).toEqual(wrongStatus)
    expect((await put(url, '')).status).toBe(204)
    const open = (await rowOf(id))!
    expect(await validated(user, id)).toMatchObject({ status: 'pending', size: 0 })
    expect((await storedBytes(id))?.byteLength).toBe(0)
    expect(await isOpen(open)).toBe(false)
    await process({ id })
    expect(await (await user(`/v1/files/${id}`)).json()).toMatchObject({ status: 'failed', status_reason: 'empty' })
  },
)

test('a validated upload is processed like any other file', async () => {
  const { url, id } = await reserved(user, 'notes.txt', 26)
  await put(url, 'Herons stand very patient.')
  await validated(user, id)
  await process({ id })
  expect(await (await user(`/v1/files/${id}`)).json()).toMatchObject({ status: 'done', page_count: 1 })
})

test.each([
  ['all', []],
  ['the first', [2, 3]],
  ['the second', [1, 3]],
  ['the last', [1, 2]],
])('while of three parts %s is missing, the upload is not complete and nothing changes', async (_, numbers) => {
  const bytes = bytesOf(16 * MiB + 1)
  const { id } = await reserved(user, 'gap.bin', bytes.byteLength)
  for (const number of numbers) await putPart(user, id, number, bytes.slice((number - 1) * 8 * MiB, number * 8 * MiB))
  const before = await everything()
  expect(await refusal(await validate(user, id))).toEqual(wrongStatus)
  expect(await everything()).toEqual(before)
})

test('parts of other sizes than the contract tells make no file', async () => {
  const { id } = await reserved(user, 'odd.bin', 8 * MiB + 10)
  await putPart(user, id, 1, bytesOf(8 * MiB - 1))
  await putPart(user, id, 2, bytesOf(10))
  expect(await refusal(await validate(user, id))).toEqual(wrongStatus)
})

test('two validations at a time give one file and one job', async () => {
  const { url, id } = await reserved(user, 'twice.txt', 5)
  await put(url, 'twice')
  const { jobs, JOBS } = heldQueue()
  const answers = await Promise.all([1, 2, 3].map(async () => (await validate(user, id, { JOBS })).json()))
  expect(answers[0]).toMatchObject({ id, status: 'pending', size: 5 })
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  expect(jobs).toHaveLength(1)

  expect(await (await validate(user, id, { JOBS })).json()).toEqual(answers[0])
  expect(jobs).toHaveLength(1)
})

test('a validation that stopped behind the storage is brought to its end by the next', async () => {
  const { url, id } = await reserved(user, 'stopped.txt', 7)
  await put(url, 'stopped')
  const { object_key, upload_id } = (await rowOf(id))!
  const { etag } = (await env.DB.prepare('SELECT etag FROM upload_parts WHERE file_id = ?').bind(id).first<{
    etag: string
  }>())!
  await env.FILES.resumeMultipartUpload(object_key, upload_id!).complete([{ partNumber: 1, etag }])
  expect(await validated(user, id)).toMatchObject({ status: 'pending', size: 7 })
})

test('when the queue fails the upload can be validated again', async () => {
  const { url, id } = await reserved(user, 'queue.txt', 5)
  await put(url, 'queue')
  const send = async () => {
    throw new Error('queue: internal error')
  }
  expect(await refusal(await validate(user, id, { JOBS: { send } as unknown as Queue }))).toEqual({
    status: 500,
    code: 'cannot_upload',
  })
  const { jobs, JOBS } = heldQueue()
  expect(await (await validate(user, id, { JOBS })).json()).toMatchObject({ status: 'pending' })
  expect(jobs).toHaveLength(1)
})

test('when the storage fails to complete, what has arrived stays', async () => {
  const { url, id } = await reserved(user, 'storage.txt', 7)
  await put(url, 'storage')
  const complete = async () => {
    throw new Error('completeMultipartUpload: internal error (10001)')
  }
  const FILES = bucketWith({
    resumeMultipartUpload: ((key: string, uploadId: string) => ({
      ...env.FILES.resumeMultipartUpload(key, uploadId),
      complete,
    })) as R2Bucket['resumeMultipartUpload'],
  })
  expect(await refusal(await validate(user, id, { FILES }))).toEqual({ status: 500, code: 'cannot_upload' })
  expect((await arrived(user, id)).parts).toHaveLength(1)
  await validated(user, id)
})

test('a part that was replaced unnoticed is asked for again', async () => {
  const { url, id } = await reserved(user, 'race.txt', 4)
  await put(url, 'race')
  const { object_key, upload_id } = (await rowOf(id))!
  await env.FILES.resumeMultipartUpload(object_key, upload_id!).uploadPart(1, 'else')
  expect(await refusal(await validate(user, id))).toEqual(wrongStatus)
  expect((await arrived(user, id)).parts).toEqual([])
  await put(url, 'race')
  await validated(user, id)
})

test('once the upload is complete no address takes bytes or is given', async () => {
  const { url, id } = await reserved(user, 'over.txt', 4)
  const part = await partUrl(user, id, 1)
  await put(url, 'over')
  await validated(user, id)
  const before = await everything()
  expect(await refusal(await put(url, 'more'))).toEqual(wrongStatus)
  expect(await refusal(await put(part, 'more'))).toEqual(wrongStatus)
  expect(await refusal(await user(`/v1/files/${id}/upload_parts`))).toEqual(wrongStatus)
  const call = { method: 'POST', json: { numbers: [1] } }
  expect(await refusal(await user(`/v1/files/${id}/upload_parts`, call))).toEqual(wrongStatus)
  expect(await everything()).toEqual(before)
})

test.each(['a part', 'all bytes'])('%s put after the upload has ended: refused', async (what) => {
  const { url, id } = await reserved(user, 'late.bin', MiB)
  const address = what === 'a part' ? await partUrl(user, id, 1) : url
  const { object_key, upload_id } = (await rowOf(id))!
  await env.FILES.resumeMultipartUpload(object_key, upload_id!).abort()
  expect(await refusal(await put(address, bytesOf(MiB)))).toEqual(wrongStatus)
})

test.each(['a part', 'all bytes'])('when the storage fails to take %s, nothing counts as arrived', async (what) => {
  const { url, id } = await reserved(user, 'refused.bin', MiB)
  const address = what === 'a part' ? await partUrl(user, id, 1) : url
  const uploadPart = async () => {
    throw new Error('uploadPart: We encountered an internal error. Please try again. (10001)')
  }
  const FILES = bucketWith({ resumeMultipartUpload: () => ({ uploadPart }) } as unknown as Partial<R2Bucket>)
  const headers = { 'content-length': String(MiB) }
  expect(await refusal(await put(address, bytesOf(MiB), { headers, variables: { FILES } }))).toEqual({
    status: 500,
    code: 'cannot_upload',
  })
  expect((await arrived(user, id)).parts).toEqual([])
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

test('bytes without their length are refused', async () => {
  const { url } = await reserved(user, 'unmeasured.txt')
  expect(await refusal(await put(url, 'text', { headers: {} }))).toEqual({ status: 400, code: 'invalid_request' })
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

test('deleting an unfinished upload frees what has arrived of it', async () => {
  const { url, id } = await reserved(user, 'doomed.bin', 6)
  await put(url, 'doomed')
  const row = (await rowOf(id))!
  expect((await user(`/v1/files/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await isOpen(row)).toBe(false)
  expect(await refusal(await put(url, 'doomed'))).toEqual({
    status: 404,
    code: 'does_not_exist',
    info: { entity: 'file' },
  })
})

/** A body that gives these bytes and then loses its connection. */
function brokenAfter(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  let offset = 0
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (offset >= bytes.byteLength) return controller.error(new Error('connection lost'))
      controller.enqueue(bytes.slice(offset, (offset += MiB)))
    },
  })
}
