import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { addOrganization } from '../local/organization.ts'
import type { Database } from '../local/database.ts'
import { root } from '../local/packages.ts'
import { type Cloudflare, Refusal } from './cloudflare.ts'
import { type Deployment, names, type Part } from './deployment.ts'
import { findDatabase } from './resources.ts'
import { configure, wrangler } from './wrangler.ts'

/** A database on the platform, by its API. */
export function remoteDatabase(cloudflare: Cloudflare, id: string): Database {
  const query = (body: unknown) => cloudflare.call<{ results: never[] }[]>('POST', `d1/database/${id}/query`, body)
  class Query {
    readonly sql: string
    readonly params: unknown[]
    constructor(sql: string, params: unknown[] = []) {
      this.sql = sql
      this.params = params
    }
    bind = (...params: unknown[]) => new Query(this.sql, params)
    all = async () => (await query(this))[0]!
  }
  return { prepare: (sql) => new Query(sql), batch: (statements) => query({ batch: statements }) }
}

/** The first column of what is found; nothing where there is no such table yet, or no database. */
async function column(cloudflare: Cloudflare, databaseId: string | undefined, sql: string): Promise<unknown[]> {
  if (!databaseId) return []
  try {
    const { results } = await remoteDatabase(cloudflare, databaseId).prepare(sql).all<Record<string, unknown>>()
    return results.map((row) => Object.values(row)[0])
  } catch (error) {
    if (error instanceof Refusal && error.message.includes('no such table')) return []
    throw error
  }
}

/** Whether anybody is invited already. */
export async function hasOrganization(cloudflare: Cloudflare, databaseId: string | undefined): Promise<boolean> {
  return (await column(cloudflare, databaseId, 'SELECT id FROM organizations LIMIT 1')).length > 0
}

export async function migrations(deployment: Deployment): Promise<Part> {
  const id = await findDatabase(deployment)
  const applied = new Set(await column(deployment.cloudflare, id, 'SELECT name FROM d1_migrations'))
  const pending = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql') && !applied.has(name))
  const part = { name: `migrations of ${names.database + deployment.suffix}` }
  if (pending.length === 0) return part
  return {
    ...part,
    change: `apply ${pending.toSorted().join(', ')}`,
    make: async () => {
      const config = await configure(deployment, 'migrations', {
        d1_databases: [{ binding: 'DB', database_name: names.database, migrations_dir: join(root, 'migrations') }],
      })
      await wrangler(deployment, ['d1', 'migrations', 'apply', 'DB', '--remote', `--config=${config}`])
    },
  }
}

/** The first organisation and its admin, who is mailed where a service account can make the account. */
export async function organization(deployment: Deployment): Promise<Part> {
  const { settings, cloudflare, isEmpty } = deployment
  const { organization: wanted } = settings
  if (isEmpty || !wanted || (await hasOrganization(cloudflare, await findDatabase(deployment))))
    return { name: 'first organisation' }
  return {
    name: 'first organisation',
    change: `make ${wanted.name} and invite ${wanted.admin} as its admin`,
    make: async () => {
      const database = remoteDatabase(cloudflare, (await findDatabase(deployment))!)
      const { name, admin, time_zone: timeZone, language } = wanted
      await addOrganization(database, { name, timeZone, language, users: [{ email: admin, role: 'admin' }] })
      return (await mail(deployment, database)) ? `${admin} gets a mail` : `tell ${admin}, nothing mails them`
    },
  }
}

/** Queues the mail of a first invitation, as the Worker does for those that follow. @returns whether it can be sent */
async function mail({ cloudflare, settings, secrets, suffix }: Deployment, database: Database): Promise<boolean> {
  if (!settings.variables.GOOGLE_CLIENT_EMAIL || !secrets.GOOGLE_PRIVATE_KEY) return false
  const { results } = await database.prepare('SELECT organization_id, id FROM users ORDER BY id LIMIT 1').all<Invited>()
  const { organization_id, id } = results[0]!
  const name = names.queues[0] + suffix
  const queues = await cloudflare.call<{ queue_name: string; queue_id: string }[]>('GET', `queues?name=${name}`)
  const queue = queues.find(({ queue_name }) => queue_name === name)!
  const body = { kind: 'mail_invitations', organization_id, from: id, to: id }
  await cloudflare.call('POST', `queues/${queue.queue_id}/messages`, { body, content_type: 'json' })
  return true
}

interface Invited {
  organization_id: number
  id: number
}
