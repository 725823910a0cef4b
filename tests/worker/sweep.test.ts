import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import jobs from '~/jobs.ts'
import { bucketWith, deliver, everything, heldQueue, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { explainedDatabase } from './harness/plans.ts'
import { jobsLost } from '../../scripts/local/lost-jobs.ts'
import worker from './harness/entry.ts'
import { isOpen, put, reserved, rowOf, storedBytes, validated } from './harness/uploading.ts'

const hour = 3_600_000

const { user } = await seedMembers('sweep.test', { user: 'user' })

beforeEach(async () => {
  await env.DB.batch([env.DB.prepare('DELETE FROM files')])
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs the Worker's cron, and gives the jobs that it queued. */
async function sweep(variables: Partial<Env> = {}): Promise<unknown[]> {
  const { jobs, JOBS } = heldQueue()
  const context = createExecutionContext()
  await worker.scheduled(createScheduledController({ cron: '17 * * * *' }), { ...env, JOBS, ...variables })
  await waitOnExecutionContext(context)
  return jobs
}

/** Sets back when a file was last touched. */
const touched = (id: number, milliseconds: number) =>
  env.DB.prepare('UPDATE files SET updated_at = ? WHERE id = ?')
    .bind(new Date(Date.now() - milliseconds).toISOString(), id)
    .run()

test('an upload that was left for a day is removed with what has arrived of it', async () => {
  const { url, id } = await reserved(user, 'left.txt', 4)
  await put(url, 'text')
  const row = (await rowOf(id))!
  await touched(id, 24 * hour + 1000)
  await sweep()
  expect(await rowOf(id)).toBeNull()
  expect(await isOpen(row)).toBe(false)
  expect(await env.DB.prepare('SELECT count(*) AS n FROM upload_parts').first('n')).toBe(0)
})

test('the job that the cron queues does the same', async () => {
  const { id } = await reserved(user, 'queued.txt', 4)
  await touched(id, 24 * hour + 1000)
  expect(await deliver({ kind: 'sweep' })).toMatchObject({ acknowledged: true })
  expect(await rowOf(id)).toBeNull()
})

test('the Worker of the jobs takes them from the queue, and answers nobody', () => {
  expect(Object.keys(jobs)).toEqual(['queue'])
})

test('an upload that was touched within a day goes on', async () => {
  const { url, id } = await reserved(user, 'slow.txt', 4)
  await touched(id, 24 * hour - 60_000)
  const before = await everything()
  await sweep()
  expect(await everything()).toEqual(before)
  await put(url, 'text')
  await validated(user, id)
})

test.each(['a part that arrives', 'an address that is asked for'])('%s is a sign of life', async (sign) => {
  const { url, id } = await reserved(user, 'alive.txt', 4)
  await touched(id, 25 * hour)
  if (sign === 'a part that arrives') await put(url, 'text')
  else await user(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers: [1] } })
  await sweep()
  expect(await rowOf(id)).toMatchObject({ status: 'uploading' })
})

test('a direct upload that stopped half-way is removed with its bytes', async () => {
  const file = await uploaded(user, textFile('direct.txt'))
  const { object_key } = (await rowOf(file.id))!
  await env.DB.prepare("UPDATE files SET status = 'uploading' WHERE id = ?").bind(file.id).run()
  await touched(file.id, 25 * hour)
  await sweep()
  expect(await rowOf(file.id)).toBeNull()
  expect(await env.FILES.head(object_key)).toBeNull()
})

test('while its bytes cannot be removed the row of an upload stays, and the next run removes both', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { id } = await reserved(user, 'secret-name.txt', 4)
  const other = await reserved(user, 'other.txt', 4)
  await touched(id, 26 * hour)
  await touched(other.id, 25 * hour)
  const { object_key } = (await rowOf(id))!
  const remove = async (key: string | string[]) => {
    if (key === object_key) throw new Error('delete: internal error (10001)')
    return env.FILES.delete(key)
  }
  await sweep({ FILES: bucketWith({ delete: remove }) })
  expect(await rowOf(id)).toMatchObject({ status: 'uploading' })
  expect(await rowOf(other.id)).toBeNull()
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`"file_id":${id}`))
  expect(String(log.mock.calls)).not.toContain('secret-name')

  await sweep()
  expect(await rowOf(id)).toBeNull()
})

test('a pending file whose job was lost is queued again, an hour after the last time', async () => {
  const file = await uploaded(user, textFile('lost.txt'))
  await touched(file.id, hour - 60_000)
  expect(await sweep()).toEqual([])
  await touched(file.id, hour + 1000)
  expect(await sweep()).toEqual([{ kind: 'process_file', file_id: file.id }])
  expect(await sweep()).toEqual([])
  expect(await rowOf(file.id)).toMatchObject({ status: 'pending', requeued: 1 })
})

test('a local start takes up at once what waited in the queue that ended with the last one, as often as it is started', async () => {
  const file = await uploaded(user, textFile('restarted.txt'))
  for (let start = 1; start <= 5; start++) {
    await env.DB.batch(jobsLost.map((statement) => env.DB.prepare(statement)))
    expect(await sweep()).toEqual([{ kind: 'process_file', file_id: file.id }])
  }
})

test('a file whose jobs are lost three times fails as unexpected, and can be tried as often again', async () => {
  const file = await uploaded(user, textFile('hopeless.txt'))
  for (let time = 1; time <= 3; time++) {
    await touched(file.id, 2 * hour)
    expect(await sweep()).toHaveLength(1)
  }
  await touched(file.id, 2 * hour)
  expect(await sweep()).toEqual([])
  expect(await rowOf(file.id)).toMatchObject({ status: 'failed', status_reason: 'unexpected', requeued: 0 })
  expect(await storedBytes(file.id)).toBeDefined()
})

test('when the queue fails, the file is tried at the next run', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const file = await uploaded(user, textFile('unqueued.txt'))
  await touched(file.id, 2 * hour)
  const send = async () => {
    throw new Error('queue: internal error')
  }
  await sweep({ JOBS: { send } as unknown as Queue })
  expect(await rowOf(file.id)).toMatchObject({ status: 'pending', requeued: 0 })
  expect(await sweep()).toHaveLength(1)
})

test('files that are done or failed are left alone, however old', async () => {
  for (const status of ['done', 'failed']) {
    const { id } = await uploaded(user, textFile(`${status}.txt`))
    await env.DB.prepare('UPDATE files SET status = ? WHERE id = ?').bind(status, id).run()
    await touched(id, 1000 * hour)
  }
  const before = await everything()
  expect(await sweep()).toEqual([])
  expect(await everything()).toEqual(before)
})

test('one run settles a hundred files, the oldest first, and queues the next', async () => {
  const { id } = await uploaded(user, textFile('one.txt'))
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     INSERT INTO files (organization_id, group_id, object_key, name, type, mime_type, size, source, status, updated_at)
     SELECT organization_id, group_id, 'key-' || i, name, type, mime_type, size, source, 'pending',
            strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-2 hours', '-' || i || ' seconds') FROM files, n WHERE id = ?`,
  )
    .bind(id)
    .run()
  expect((await sweep()).slice(99)).toEqual([expect.objectContaining({ kind: 'process_file' }), { kind: 'sweep' }])
  const left = await env.DB.prepare(
    "SELECT min(object_key = 'key-20') AS old FROM files WHERE requeued = 0 AND id <> ?",
  )
    .bind(id)
    .first('old')
  expect(left).toBe(0)
  expect(await sweep()).toHaveLength(20)
})

test('looking for what is left takes the index of unfinished files', async () => {
  const { DB, plansOf } = explainedDatabase()
  await sweep({ DB })
  expect(await plansOf(/"files"."updated_at" < \?/)).toEqual([expect.stringContaining('unfinished_files')])
})
