import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { actionsOf, chainRows, withStorage } from '../harness/audits.ts'
import { libraryShard, type Shard } from '~/provider/search/library.ts'

/**
 * All that an organisation has in the four homes, line by line and in order: without ids, keys and times, which differ from try to try,
 * though what has one still differs from what has none.
 */
export async function inventory(organizationId: number): Promise<string[]> {
  const lines = [
    ...(await directory(organizationId)),
    ...(await bytes(organizationId)),
    ...(await members(organizationId)),
    ...(await audits(organizationId)),
    ...(await library(organizationId)),
  ]
  return lines.filter((line) => !/^file_metrics .*"value":0/.test(line)).toSorted()
}

/** Tables of the directory, by what is their organisation's. */
const ofOrganization = 'organization_id = ?'
const ofFiles = 'file_id IN (SELECT id FROM files WHERE organization_id = ?)'
const ofSites = 'site_id IN (SELECT id FROM sites WHERE organization_id = ?)'
const tables: Record<string, string> = {
  ...Object.fromEntries(
    [
      'users',
      'groups',
      'files',
      'file_metrics',
      'quotas',
      'retention',
      'blocked_keywords',
      'agents',
      'exports',
      'sites',
    ].map((table) => [table, ofOrganization]),
  ),
  upload_parts: ofFiles,
  site_pages: ofSites,
}

async function directory(organizationId: number): Promise<string[]> {
  const named = Object.entries(tables)
  const results = await env.DB.batch<Record<string, unknown>>(
    named.map(([table, where]) => env.DB.prepare(`SELECT * FROM ${table} WHERE ${where}`).bind(organizationId)),
  )
  return results.flatMap(({ results: rows }, index) => rows.map((row) => `${named[index]![0]} ${told(row)}`))
}

/** Columns whose values are another organisation's in another try, or tell in how many steps it came to this. */
const passing = /^id$|^step$|_id$|_at$|_on$|_key$|_until$|^(block|email|uid|etag|number|uploaded_by)$|bucket_id/

const told = (row: Record<string, unknown>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, passing.test(name) && value !== null ? '…' : value]),
    ),
  ).replaceAll(/[0-9a-f-]{36}/g, '…')

async function bytes(organizationId: number): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: `${organizationId}/` })
  return objects.map(({ key, size }) => `object ${key.replace(/^\d+\/[^/]+/, '…')} ${size}`)
}

async function members(organizationId: number): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT object_key, email FROM users WHERE organization_id = ?')
    .bind(organizationId)
    .all<{ object_key: string; email: string }>()
  const lines = results.map(({ object_key, email }) =>
    runInDurableObject(env.MEMBERS.getByName(object_key), (_, { storage: { sql } }) => {
      const name = email.split('@')[0]
      const entries = sql.exec<Record<string, SqlStorageValue>>(
        `SELECT kind, feedback, status, error_code, audit_id IS NOT NULL AS audited, title, favorite
         FROM conversations LEFT JOIN entries ON conversation_id = conversations.id`,
      )
      const owed = sql.exec<{ kind: string }>('SELECT kind FROM outbox').toArray()
      return [
        ...entries.toArray().map((row) => `entry of ${name} ${JSON.stringify(row)}`),
        ...owed.map(({ kind }) => `owed ${kind}`),
      ]
    }),
  )
  return (await Promise.all(lines)).flat()
}

async function audits(organizationId: number): Promise<string[]> {
  const requests = (await chainRows(organizationId)).filter(({ kind }) => kind === 'request')
  const kept = await withStorage(organizationId, ({ sql }) => [
    ...sql
      .exec('SELECT feedback FROM feedback')
      .toArray()
      .map(({ feedback }) => `feedback ${feedback}`),
    ...sql
      .exec('SELECT 1 FROM reservations')
      .toArray()
      .map(() => 'a place that is kept'),
  ])
  return [
    ...requests.map(({ status, error_code }) => `request ${status} ${error_code}`),
    // What an admin does again is told again.
    ...new Set((await actionsOf(organizationId)).map(({ action }) => `action ${action}`)),
    ...kept,
  ]
}

async function library(organizationId: number): Promise<string[]> {
  const { results: shards } = await env.DB.prepare(
    'SELECT * FROM library_shards WHERE group_id IN (SELECT id FROM groups WHERE organization_id = ?)',
  )
    .bind(organizationId)
    .all<Shard>()
  const lines = shards.map((shard) =>
    runInDurableObject(libraryShard(env, shard), (_, { storage }) =>
      storage.sql
        .exec<Record<string, SqlStorageValue>>('SELECT name, text FROM passages JOIN files ON files.id = file_id')
        .toArray()
        .map((row) => `passage ${JSON.stringify(row)}`),
    ),
  )
  return (await Promise.all(lines)).flat()
}
