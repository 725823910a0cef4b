import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { ask, refusalOf } from './harness/asking.ts'
import { signedOut } from './harness/callers.ts'
import { bucketWith, deliver, everything, formOf, heldQueue, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { user, admin } = await seedMembers('busy.example', { user: 'user', admin: 'admin' })

const busy = { status: 503, code: 'service_unavailable', info: { retry_after: 5 } }

/** D1 that takes what reads, and of the rest nothing. */
const databaseWith = (isTaken: (query: string) => boolean): Env['DB'] => {
  const overloaded = () => {
    const words = 'D1 DB is overloaded. Requests queued for too long.'
    return Promise.reject(new Error(`D1_ERROR: ${words}`, { cause: new Error(words) }))
  }
  const refused = {
    bind: () => refused,
    first: overloaded,
    run: overloaded,
    all: overloaded,
    raw: overloaded,
  } as unknown as D1PreparedStatement
  const withSession = (constraint: string) => {
    const session = env.DB.withSession(constraint)
    return {
      prepare: (query: string) => (isTaken(query) ? session.prepare(query) : refused),
      batch: (statements: D1PreparedStatement[]) =>
        statements.includes(refused) ? overloaded() : session.batch(statements),
      getBookmark: () => session.getBookmark(),
    }
  }
  return { withSession } as unknown as Env['DB']
}
const readOnly = databaseWith((query) => /^\s*(select|with)/i.test(query))
const nothing = databaseWith(() => false)

test('a database that has too much to do is 503 with Retry-After, of a read and of a change', async () => {
  const response = await admin('/v1/blocked-keywords', { variables: { DB: nothing } })
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await refusalOf(response)).toMatchObject(busy)

  const add = { method: 'POST', json: { keyword: 'later' }, headers: { 'idempotency-key': 'later' } }
  expect(await refusalOf(admin('/v1/blocked-keywords', { ...add, variables: { DB: readOnly } }))).toMatchObject(busy)
  expect((await admin('/v1/blocked-keywords', add)).status).toBe(200)
})

test.each([
  ['the bucket', { FILES: bucketWith({ put: () => Promise.reject(new Error('put: Reduce your rate. (10058)')) }) }],
  ['the queue', { JOBS: { send: () => Promise.reject(new Error('Too Many Requests')) } as unknown as Env['JOBS'] }],
  ['the database', { DB: readOnly }],
])(
  'an upload for which %s has too much to do leaves nothing, and is stored when it comes again',
  async (_, variables) => {
    const before = await everything()
    const upload = () => ({ method: 'POST', body: formOf(textFile('again.txt')), headers: { 'idempotency-key': _ } })
    expect(await refusalOf(user('/v1/files/upload', { ...upload(), variables }))).toMatchObject(busy)
    expect(await everything()).toEqual(before)
    const { JOBS } = heldQueue()
    const again = await user('/v1/files/upload', { ...upload(), variables: { JOBS } })
    expect(await again.json()).toMatchObject({ files: [{ name: 'again.txt', status: 'pending' }], failed: [] })
  },
)

test('of several files those that are stored are, and the others are named', async () => {
  const { JOBS } = heldQueue()
  let calls = 0
  const FILES = bucketWith({
    put: (...put: Parameters<R2Bucket['put']>) =>
      ++calls === 1 ? env.FILES.put(...put) : Promise.reject(new Error('put: Reduce your rate. (10058)')),
  } as Partial<R2Bucket>)
  const body = formOf(textFile('first.txt'), textFile('second.txt'))
  const response = await user('/v1/files/upload', { method: 'POST', body, variables: { JOBS, FILES } })
  expect(await response.json()).toMatchObject({
    files: [{ name: 'first.txt' }],
    failed: [{ name: 'second.txt', code: 'service_unavailable' }],
  })
})

test('a question to an object that has too much to do is 503 before its stream begins, and asked again it is asked once', async () => {
  const fetch = () => Promise.reject(Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true }))
  const MEMBERS = { getByName: () => ({ fetch }) } as unknown as Env['MEMBERS']
  const headers = { 'idempotency-key': 'asked-again' }
  const response = await ask(user, { query: 'Which?' }, { headers, variables: { MEMBERS } })
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await refusalOf(response)).toMatchObject(busy)
  for (let times = 0; times < 2; times++) await (await ask(user, { query: 'Which?' }, { headers })).text()
  expect(await (await user('/web/v1/conversations')).json()).toMatchObject({ total: 1 })
})

test('a file that the queue does not take once more is 503, and taken when it comes again', async () => {
  const { id } = await uploaded(user, textFile('failed.txt'))
  await deliver({ kind: 'process_file', file_id: id }, { queue: 'app-jobs-dead' })
  const JOBS = { send: () => Promise.reject(new Error('Too Many Requests')) } as unknown as Env['JOBS']
  const again = (variables: Partial<Env>) => user(`/v1/files/${id}/process`, { method: 'POST', variables })
  expect(await refusalOf(again({ JOBS }))).toMatchObject(busy)
  expect((await again({ JOBS: heldQueue().JOBS })).status).toBe(200)
})

test('OpenAPI tells of 503 with Retry-After', async () => {
  const document = await (
    await signedOut('/v1/openapi.json')
  ).json<{
    paths: Record<string, Record<string, { responses: object }>>
  }>()
  const documented = document.paths['/web/v1/chat']?.post?.responses
  expect(documented).toMatchObject({ 503: { headers: { 'Retry-After': { schema: { type: 'integer' } } } } })
})
