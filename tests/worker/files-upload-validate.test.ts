import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { bucketWith, everything, heldQueue, process, refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import {
  arrived,
  bytesOf,
  MiB,
  partUrl,
  put,
  putPart,
  reserved,
  rowOf,
  validate,
  validated,
} from './harness/uploading.ts'

const { user } = await seedMembers('validate.test', { user: 'user', admin: 'admin' })

const wrongStatus = { status: 409, code: 'wrong_file_status' }

test('a validated upload is processed like any other file', async () => {
  const { url, id } = await reserved(user, 'notes.txt', 26)
  await put(url, 'Herons stand very patient.')
  await validated(user, id)
  await process({ id })
  expect(await (await user(`/v1/files/${id}`)).json()).toMatchObject({ status: 'done', page_count: 1 })
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
