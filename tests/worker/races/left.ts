import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { libraryShard, type Shard } from '~/provider/search/library.ts'
import { chainRows, problems, withStorage } from '../harness/audits.ts'

/** What an organisation has that belongs to nothing, waits for nobody or stands twice, once all that was to be done is done. */
export async function leftOf(organizationId: number): Promise<string[]> {
  return [
    ...(await inDirectory(organizationId)),
    ...(await inBucket(organizationId)),
    ...(await inLibrary(organizationId)),
    ...(await inMembers(organizationId)),
    ...(await inOrganization(organizationId)),
  ]
}

/** What each query finds, as a line for each row. */
const directory: Record<string, string> = {
  'stuck file': "SELECT status FROM files WHERE organization_id = ? AND status IN ('uploading', 'pending')",
  'stuck record': 'SELECT action FROM owed_actions WHERE organization_id = ? AND delivered_at IS NULL',
  'stuck site':
    "SELECT status FROM sites WHERE organization_id = ? AND (status IN ('pending', 'crawling') OR deleted_at)",
  'stuck group without a user': `SELECT id FROM groups WHERE organization_id = ? AND type = 'user'
    AND id NOT IN (SELECT private_group_id FROM users)`,
  'lost admin, the last one': `SELECT id FROM organizations WHERE id = ?1
    AND NOT EXISTS (SELECT 1 FROM users WHERE organization_id = ?1 AND role = 'admin' AND deactivated_at IS NULL)`,
  'doubled bytes': `SELECT value, stored FROM
    (SELECT coalesce(sum(size), 0) AS stored FROM files WHERE organization_id = ?1 AND status <> 'uploading'),
    (SELECT coalesce(max(value), 0) AS value FROM file_metrics
      WHERE organization_id = ?1 AND metric = 'stored_bytes' AND bucket_type = 'day') WHERE value <> stored`,
}

async function inDirectory(organizationId: number): Promise<string[]> {
  const named = Object.entries(directory)
  const results = await env.DB.batch(named.map(([, query]) => env.DB.prepare(query).bind(organizationId)))
  return results.flatMap(({ results: rows }, index) => rows.map((row) => `${named[index]![0]} ${JSON.stringify(row)}`))
}

async function inBucket(organizationId: number): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT object_key, status FROM files WHERE organization_id = ?')
    .bind(organizationId)
    .all<{ object_key: string; status: string }>()
  const { objects } = await env.FILES.list({ prefix: `${organizationId}/` })
  const keys = objects.map(({ key }) => key)
  return [
    ...keys
      .filter((key) => !results.some(({ object_key }) => key === object_key || key.startsWith(`${object_key}/`)))
      .map((key) => `stuck object ${key}`),
    ...results
      .filter(({ object_key }) => !keys.includes(object_key))
      .map(({ object_key }) => `lost bytes of ${object_key}`),
  ]
}

async function inLibrary(organizationId: number): Promise<string[]> {
  const { results: files } = await env.DB.prepare('SELECT id, name FROM files WHERE organization_id = ?')
    .bind(organizationId)
    .all<{ id: number; name: string }>()
  const { results: shards } = await env.DB.prepare(
    'SELECT * FROM library_shards WHERE group_id IN (SELECT id FROM groups WHERE organization_id = ?)',
  )
    .bind(organizationId)
    .all<Shard>()
  const lines = shards.map((shard) =>
    runInDurableObject(libraryShard(env, shard), (_, { storage: { sql } }) =>
      sql
        .exec<{ id: number; name: string; passages: number }>(
          'SELECT id, name, (SELECT count(*) FROM passages WHERE file_id = files.id) AS passages FROM files',
        )
        .toArray()
        .flatMap(({ id, name, passages }) => {
          const file = files.find((one) => one.id === id)
          if (!file) return [`stuck ${passages} passages of the deleted ${name}`]
          return file.name === name ? [] : [`lost name ${file.name}, found as ${name}`]
        }),
    ),
  )
  return (await Promise.all(lines)).flat()
}

/** The same for the database of a member. */
const ofMember: Record<string, string> = {
  'stuck answer': "SELECT id FROM entries WHERE status = 'streaming'",
  'stuck in the outbox': 'SELECT kind FROM outbox',
  'stuck claim': 'SELECT endpoint FROM idempotency_keys WHERE result IS NULL',
  'stuck sources': `SELECT id FROM sources WHERE id NOT IN (SELECT sources_id FROM entries WHERE sources_id IS NOT NULL)`,
  'stuck entry': 'SELECT id FROM entries WHERE conversation_id NOT IN (SELECT id FROM conversations)',
  'lost audit': "SELECT id FROM entries WHERE kind = 'answer' AND copy_of IS NULL AND audit_id IS NULL",
}

async function inMembers(organizationId: number): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT object_key FROM users WHERE organization_id = ?')
    .bind(organizationId)
    .all<{ object_key: string }>()
  const lines = results.map(({ object_key }) =>
    runInDurableObject(env.MEMBERS.getByName(object_key), (_, { storage: { sql } }) =>
      Object.entries(ofMember).flatMap(([name, query]) =>
        sql
          .exec(query)
          .toArray()
          .map((row) => `${name} ${JSON.stringify(row)}`),
      ),
    ),
  )
  return (await Promise.all(lines)).flat()
}

async function inOrganization(organizationId: number): Promise<string[]> {
  const sources = (await chainRows(organizationId)).map(({ source }) => source)
  const reserved = await withStorage(organizationId, ({ sql }) => sql.exec('SELECT id FROM reservations').toArray())
  return [
    ...sources.filter((source, place) => sources.indexOf(source) < place).map((source) => `doubled audit ${source}`),
    ...reserved.map(() => 'stuck place of a question'),
    ...(await problems(organizationId)).map(({ code }) => `lost in the chain: ${code}`),
  ]
}
