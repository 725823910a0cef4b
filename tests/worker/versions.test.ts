import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { libraryShard, type Shard } from '~/provider/search/library.ts'
import { answerEntryOf, answered } from './harness/asking.ts'
import { withStorage } from './harness/audits.ts'
import { process, textFile, uploaded } from './harness/files.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

/** What a build meets where a newer one was before it: its tables, and what it left in them. */

const { organization, admin } = await seedMembers('versions.test', { admin: 'admin' })
const { email } = organization.users[0]!

/** The statements by which a newer version adds a column to each table, as ARCHITECTURE.md lets it. */
const tables = `SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE TABLE%'
  AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%' AND name NOT GLOB '*_index*'`
const columnOf = ({ name }: { name: string }) => `ALTER TABLE ${name} ADD COLUMN of_next_year TEXT NOT NULL DEFAULT ''`

function widen({ sql }: DurableObjectStorage) {
  for (const table of sql.exec<{ name: string }>(tables).toArray()) sql.exec(columnOf(table))
  sql.exec('INSERT INTO migrations (number) SELECT count(*) FROM migrations')
}

async function widenAll() {
  const { results } = await env.DB.prepare(tables).all<{ name: string }>()
  for (const table of results) await env.DB.prepare(columnOf(table)).run()
  await runInDurableObject(await memberObjectOf(email), (_, { storage }) => widen(storage))
  await withStorage(organization.id, widen)
  const { results: shards } = await env.DB.prepare('SELECT * FROM library_shards').all<Shard>()
  for (const shard of shards) await runInDurableObject(libraryShard(env, shard), (_, { storage }) => widen(storage))
  await abortAllDurableObjects()
}

/** What members and admins do, from an upload to the list of audits; of each word once. */
async function work(word: string) {
  const file = await uploaded(admin, textFile(`${word}.txt`, `The ${word} waits at the weir.`))
  expect(await process(file)).toMatchObject({ acknowledged: true })

  const { mark } = await scripted([{ say: `The ${word} [:&1].` }])
  const query = `What does the ${word} do at the weir? ${mark}`
  const { conversationId: id, entryId, error } = await answered(admin, { query, pipeline: 'search_ai' })
  expect(error).toBeUndefined()
  expect(await answerEntryOf(admin, id)).toMatchObject({ status: 'done', file_references: [{ file_id: file.id }] })

  const changes: [method: string, path: string, json: object][] = [
    ['PATCH', `/web/v1/conversations/${id}/entries/${entryId}/feedback?value=good`, {}],
    ['PUT', `/v1/conversations/${id}`, { favorite: true }],
    ['POST', '/v1/blocked-keywords', { keyword: `no ${word}` }],
    ['POST', '/v1/users', { email: `${word}@versions.test` }],
    ['PUT', '/v1/quotas', { metric_name: 'questions', time_bucket_type: 'day', quota: 1000 }],
    ['PUT', '/v1/retention', { conversations: 400, generated_files: null, audit_texts: null }],
  ]
  for (const [method, path, json] of changes)
    expect([path, (await admin(path, { method, json })).status]).toEqual([path, expect.toBeOneOf([200, 204])])
  for (const path of ['/web/v1/conversations', '/web/v1/users', '/v1/audits', '/web/v1/files', '/v1/system'])
    expect([path, (await admin(path)).status]).toEqual([path, 200])
}

test('all works on tables that a newer version has added columns to', { timeout: 60_000 }, async () => {
  await work('heron')
  await widenAll()
  await work('kingfisher')
  expect(await queryMember(email, 'SELECT count(*) AS migrations FROM migrations')).toEqual([{ migrations: 4 }])
})

test('what a newer version owes to another object waits for it, and holds nothing up', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const owed = { kind: 'of_next_year', item: '{"name":"7"}' }
  await queryMember(email, 'INSERT INTO outbox (kind, item) VALUES (?, ?)', owed.kind, owed.item)
  const { mark } = await scripted([{ say: 'Owed' }])
  const { entryId } = await answered(admin, { query: mark })
  expect(await queryMember(email, 'SELECT audit_id FROM entries WHERE id = ?', entryId)).toEqual([
    { audit_id: expect.any(Number) },
  ])
  await runDurableObjectAlarm(await memberObjectOf(email))
  expect(await queryMember(email, 'SELECT kind, item FROM outbox')).toEqual([owed])
})
