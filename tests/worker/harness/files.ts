import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { runJobs } from '~/provider/queue.ts'
import { Job } from '~/provider/queue/job.ts'
import { libraryShard, type Shard } from '~/provider/search/library.ts'
import type { Caller } from './callers.ts'

/** A queue that only keeps what it is sent, so that jobs run when a test says so. */
export function heldQueue() {
  const jobs: Job[] = []
  // Without the id of the request, which is another each time.
  const send = async (job: unknown) => void jobs.push(Job.parse(job))
  return { jobs, JOBS: { send } as unknown as Queue }
}

/** A bucket some of whose methods are others. */
export const bucketWith = (methods: Partial<R2Bucket>): R2Bucket =>
  new Proxy(env.FILES, {
    get(bucket, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof R2Bucket]
      const value = Reflect.get(bucket, name) as unknown
      return typeof value === 'function' ? value.bind(bucket) : value
    },
  })

export function formOf(...files: File[]): FormData {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  return form
}

export const textFile = (name: string, text = 'The quick brown fox.') => new File([text], name)

/** Uploads one file that has to be taken, and gives it; its job waits. */
export async function uploaded(caller: Caller, file: File, query = ''): Promise<StoredFile> {
  const { JOBS } = heldQueue()
  const response = await caller(`/v1/files/upload${query}`, { method: 'POST', body: formOf(file), variables: { JOBS } })
  const { files, failed } = await response.json<{ files: StoredFile[]; failed: unknown[] }>()
  expect({ status: response.status, failed }).toEqual({ status: 200, failed: [] })
  return files[0]!
}

/** Delivers a message to the consumer and gives what became of it. */
export async function deliver(
  body: unknown,
  { queue = 'app-jobs', attempts = 1, variables = {} as Partial<Env> } = {},
) {
  const batch = createMessageBatch(queue, [{ id: 'message', timestamp: new Date(), attempts, body }])
  const retry = vi.spyOn(batch.messages[0]!, 'retry')
  await runJobs(batch, { ...env, ...variables })
  const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
  return {
    acknowledged: explicitAcks.includes('message'),
    retried: retryMessages.length > 0,
    delay: retry.mock.calls[0]?.[0]?.delaySeconds,
  }
}

export const process = (file: { id: number }) => deliver({ kind: 'process_file', file_id: file.id })

/** Everything that files consist of: what a refused call has to leave as it was. */
export async function everything() {
  const tables = [env.DB.prepare('SELECT * FROM files')]
  const rows = (await env.DB.batch(tables)).map(({ results }) => results)
  const { objects } = await env.FILES.list()
  return { rows, passages: await storedPassages(), objects: objects.map(({ key, etag }) => [key, etag]) }
}

/** The rows of all passages, shard by shard. */
export async function storedPassages(table = 'passages') {
  const { results: shards } = await env.DB.prepare('SELECT * FROM library_shards ORDER BY id').all<Shard>()
  const rows = shards.map((shard) =>
    runInDurableObject(libraryShard(env, shard), (_, { storage }) =>
      storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
    ),
  )
  return (await Promise.all(rows)).flat()
}

/** An answer's status and code. */
export async function refusal(response: Response) {
  const { code, info } = await response.json<{ code: string; info?: unknown }>()
  return info === undefined ? { status: response.status, code } : { status: response.status, code, info }
}
