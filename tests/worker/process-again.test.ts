import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { deliver, heldQueue, process, refusal, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { organization, user, colleague, admin } = await seedMembers('again.test', {
  user: 'user',
  colleague: 'user',
  admin: 'admin',
})
const { stranger } = await seedMembers('elsewhere-again.test', { stranger: 'admin' })

test('a failed file is pending again and queued once, and then done if what was wrong has passed', async () => {
  const file = await failed()
  const { jobs, JOBS } = heldQueue()
  const response = await again(user, file, JOBS)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ id: file.id, status: 'pending', status_reason: null })
  expect(jobs).toEqual([{ kind: 'process_file', file_id: file.id }])

  expect(await refusal(await again(user, file, JOBS))).toEqual({ status: 409, code: 'bad_file_operation_state' })
  expect(jobs).toHaveLength(1)
  await process(file)
  expect(await current(file)).toMatchObject({ status: 'done', status_reason: null, page_count: 1 })
})

test('of two calls at a time one queues', async () => {
  const file = await failed()
  const { jobs, JOBS } = heldQueue()
  const statuses = (await Promise.all([again(user, file, JOBS), again(user, file, JOBS)])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
  expect(jobs).toHaveLength(1)
})

test('a file that is done or waits is not processed again', async () => {
  const file = await uploaded(user, textFile('fine.txt'))
  expect(await refusal(await again(user, file))).toEqual({ status: 409, code: 'bad_file_operation_state' })
  await process(file)
  expect(await refusal(await again(user, file))).toEqual({ status: 409, code: 'bad_file_operation_state' })
})

test('a file whose job seems to be lost is queued again, once', async () => {
  const file = await uploaded(user, textFile('silent.txt'))
  await env.DB.prepare('UPDATE files SET updated_at = ? WHERE id = ?')
    .bind(new Date(Date.now() - 11 * 60_000).toISOString(), file.id)
    .run()
  const { jobs, JOBS } = heldQueue()
  expect((await again(user, file, JOBS)).status).toBe(200)
  expect(await refusal(await again(user, file, JOBS))).toEqual({ status: 409, code: 'bad_file_operation_state' })
  expect(jobs).toEqual([{ kind: 'process_file', file_id: file.id }])
})

test('a file of the organisation is processed again by its admin alone', async () => {
  const file = await failed(admin, `?group_id=${organization.groupId}`)
  expect(await refusal(await again(colleague, file))).toEqual({ status: 403, code: 'operation_not_authorized' })
  expect((await again(admin, file)).status).toBe(200)
})

test("another's file does not exist", async () => {
  const file = await failed()
  for (const other of [colleague, stranger]) {
    expect(await refusal(await again(other, file))).toEqual({
      status: 404,
      code: 'does_not_exist',
      info: { entity: 'file' },
    })
  }
})

async function failed(caller: Caller = user, query = ''): Promise<StoredFile> {
  const file = await uploaded(caller, textFile('again.txt', 'Patience with a heron.'), query)
  await deliver({ kind: 'process_file', file_id: file.id }, { queue: 'app-jobs-dead' })
  const row = await env.DB.prepare('SELECT status FROM files WHERE id = ?').bind(file.id).first()
  expect(row).toEqual({ status: 'failed' })
  return file
}

const again = (caller: Caller, file: StoredFile, JOBS = heldQueue().JOBS) =>
  caller(`/v1/files/${file.id}/process`, { method: 'POST', variables: { JOBS } })

const current = async (file: StoredFile) => (await user(`/v1/files/${file.id}`)).json<StoredFile>()
