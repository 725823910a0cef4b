import type { AdminAction } from '../../../app/contract/audits.ts'
import type { Job } from '../../../app/provider/queue/job.ts'
import { type Database, execute } from '../../bench/product.ts'
import { call, type Side } from '../../bench/side.ts'
import type { Sent } from './reset.ts'

/** The product as its admin sees it, and behind it its database and its bucket. */
export interface Place {
  side: Side
  database: Database
  bucket: R2Bucket
}

/** How far a change is: with all that belongs to it, not at all, or in between. */
export type State = 'made' | 'not made' | 'half'

/** A kind of change, of which each client makes one of its own, by its number. */
export interface Kind {
  call: (number: number, place: Place) => Promise<Sent>
  state: (number: number, place: Place) => Promise<State>
}

/** An organisation with an admin and, for each of so many clients, a user and a file. */
export const seed = (database: Database, clients: number) =>
  execute(database, [
    "INSERT INTO organizations (id, name, object_key) VALUES (1, 'Example', 'organization')",
    "INSERT INTO groups (id, organization_id, name, type) VALUES (1, 1, 'Everybody', 'organization')",
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${clients})
     INSERT INTO groups (id, organization_id, name, type) SELECT n + 2, 1, 'Private', 'user' FROM numbers`,
    `INSERT INTO users (id, organization_id, private_group_id, object_key, email, role, language)
     SELECT id - 1, 1, id, 'member-' || (id - 2), 'member-' || (id - 2) || '@example.com', iif(id = 2, 'admin', 'user'), 'en'
     FROM groups WHERE id > 1`,
    `INSERT INTO files (id, organization_id, group_id, uploaded_by, object_key, name, type, mime_type, size, source, status)
     SELECT id - 1, 1, 2, 1, 'file-' || (id - 1), 'before.txt', 'document', 'text/plain', 1, 'upload', 'done' FROM groups WHERE id > 2`,
  ])

/** The user or the file of a client. */
const ownId = (number: number) => number + 2

const json = (method: string, path: string, body: object): Sent => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(body)),
})

const withKey = (sent: Sent, key: string): Sent => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': key } })

const keyword: Kind = {
  call: async (number) =>
    withKey(json('POST', '/v1/blocked-keywords', { keyword: `word-${number}` }), `keyword-${number}`),
  async state(number, place) {
    const there = await count(place, 'SELECT count(*) FROM blocked_keywords WHERE keyword = ?', `word-${number}`)
    return together(there, await actions(place, ({ target }) => target === `word-${number}`))
  },
}

const role: Kind = {
  call: async (number) => json('PUT', `/v1/users/${ownId(number)}`, { role: 'admin' }),
  async state(number, place) {
    const there = await count(place, "SELECT count(*) FROM users WHERE id = ? AND role = 'admin'", ownId(number))
    return together(there, await actions(place, ({ details }) => details.user_id === ownId(number)))
  },
}

const retention: Kind = {
  call: async (number) =>
    json('PUT', '/v1/retention', { conversations: 100 + number, generated_files: null, audit_texts: null }),
  async state(number, place) {
    const there = await count(place, 'SELECT count(*) FROM retention WHERE conversations = ?', 100 + number)
    return together(there, await actions(place, ({ details }) => details.conversations === 100 + number))
  },
}

/** A renamed file is found by its new name once a job has been done, which the repetition of the call queues again. */
const rename: Kind = {
  call: async (number) => json('PATCH', `/web/v1/files/${ownId(number)}`, { name: 'after' }),
  async state(number, place) {
    const there = await count(place, "SELECT count(*) FROM files WHERE id = ? AND name = 'after.txt'", ownId(number))
    return together(there, Math.min(1, await jobs(place, 'index_file_name', ownId(number))))
  },
}

const upload: Kind = {
  async call(number) {
    const form = new FormData()
    form.set('files', new File(['All work and no play. '.repeat(4000)], `upload-${number}.txt`))
    const encoded = new Response(form)
    return {
      method: 'POST',
      path: '/v1/files/upload',
      headers: { 'content-type': encoded.headers.get('content-type')!, 'idempotency-key': `upload-${number}` },
      body: new Uint8Array(await encoded.arrayBuffer()),
    }
  },
  async state(number, place) {
    const file = (await place.database
      .prepare('SELECT id, object_key, status FROM files WHERE name = ?')
      .bind(`upload-${number}.txt`)
      .first()) as { id: number; object_key: string; status: string } | null
    // Every object in the bucket is a file's.
    const orphans = await orphaned(place)
    if (orphans > 0) return 'half'
    if (!file) return 'not made'
    const isWhole = file.status === 'pending' && (await place.bucket.head(file.object_key)) !== null
    return isWhole ? together(1, await jobs(place, 'process_file', file.id)) : 'half'
  },
}

const partBytes = 100_000

/** A part of an upload, whose reservation is done; with all of its parts the upload becomes a file. */
const part: Kind = {
  async call(number, { side }) {
    const query = `file_name=part-${number}.txt&file_size=${partBytes}`
    const init = { method: 'POST', headers: { 'idempotency-key': `reserve-${number}` } }
    const reserved = (await (await call(side, `/v1/files/upload_async?${query}`, init)).json()) as { url: string }
    const { pathname, search } = new URL(reserved.url)
    return { method: 'PUT', path: pathname + search, body: new Uint8Array(partBytes).fill(97) }
  },
  async state(number, place) {
    const there = await count(
      place,
      `SELECT count(*) FROM upload_parts JOIN files ON files.id = file_id
       WHERE name = ? AND upload_parts.number = 1 AND upload_parts.size = ${partBytes}`,
      `part-${number}.txt`,
    )
    return there === 1 ? 'made' : 'not made'
  },
}

/** Its answer is written whether or not anybody reads, and ends with its audit. */
const question: Kind = {
  call: async (number) =>
    withKey(
      json('POST', '/web/v1/chat', { query: `Question ${number}?`, pipeline: 'chat_ai', background: true }),
      `question-${number}`,
    ),
  async state(number, { side }) {
    const list = await (await call(side, '/web/v1/conversations')).json()
    const asked = (list as { data: { id: number; title: string }[] }).data.filter(
      ({ title }) => title === `Question ${number}?`,
    )
    if (asked.length !== 1) return asked.length === 0 ? 'not made' : 'half'
    const audited = async () => {
      const audits = await call(side, `/v1/audits?user_id=1&conversation_id=${asked[0]!.id}`)
      return ((await audits.json()) as { total: number }).total
    }
    const last = performance.now() + 10_000
    while ((await audited()) === 0 && performance.now() < last) await new Promise((resolve) => setTimeout(resolve, 20))
    return together(1, await audited())
  },
}

export const kinds: Record<string, Kind> = { keyword, role, retention, rename, upload, part, question }

/** A change and what belongs to it: each once, or neither. */
function together(change: number, others: number): State {
  if (change === 0 && others === 0) return 'not made'
  return change === 1 && others === 1 ? 'made' : 'half'
}

async function count({ database }: Place, query: string, ...values: unknown[]): Promise<number> {
  const row = (await database
    .prepare(query)
    .bind(...values)
    .first()) as Record<string, number>
  return Object.values(row)[0]!
}

/** How many of the last actions are such. */
async function actions({ side }: Place, isOne: (action: AdminAction) => boolean): Promise<number> {
  const { data } = (await (await call(side, '/v1/actions')).json()) as { data: AdminAction[] }
  return data.filter(isOne).length
}

async function jobs({ side }: Place, kind: Job['kind'], fileId: number): Promise<number> {
  const queued = (await (await call(side, '/jobs')).json()) as Job[]
  return queued.filter((job) => job.kind === kind && 'file_id' in job && job.file_id === fileId).length
}

/** Objects of the bucket without a file. */
async function orphaned({ bucket, database }: Place): Promise<number> {
  const { objects } = await bucket.list()
  const keys = JSON.stringify(objects.map(({ key }) => key))
  const row = (await database
    .prepare('SELECT count(*) AS orphans FROM json_each(?) WHERE value NOT IN (SELECT object_key FROM files)')
    .bind(keys)
    .first()) as { orphans: number }
  return row.orphans
}
