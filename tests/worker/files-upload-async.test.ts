import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { bucketWith, everything, heldQueue, process, refusal } from './harness/files.ts'
import { signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import {
  arrived,
  bytesOf,
  isOpen,
  MiB,
  partUrl,
  put,
  putPart,
  reserved,
  rowOf,
  sha256,
  storedBytes,
  validate,
  validated,
} from './harness/uploading.ts'

const { organization, user } = await seedMembers('async.test', { user: 'user', admin: 'admin' })

const wrongStatus = { status: 409, code: 'wrong_file_status' }

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

test('bytes without their length are refused', async () => {
  const { url } = await reserved(user, 'unmeasured.txt')
  expect(await refusal(await put(url, 'text', { headers: {} }))).toEqual({ status: 400, code: 'invalid_request' })
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
