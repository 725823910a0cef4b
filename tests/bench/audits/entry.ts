import type { NewRequest, Organization } from '../../../app/provider/organization/chain.ts'
import provider, { OrganizationObject as Chain } from '../../worker/harness/entry.ts'

export * from '../../worker/harness/entry.ts'

/** Days over which seeded requests are spread, from 2026-01-01 on. */
const days = 100

export interface Seeding {
  organization: Organization
  first: number
  last: number
  /** Of all that will be there, of which each user has a hundred and each conversation ten. */
  rows: number
}

/** The object, and beside it rows without an append, and the floor of one: an insert of the same row. */
export class OrganizationObject extends Chain {
  async seed({ organization, first, last, rows }: Seeding): Promise<void> {
    const { sql } = this.ctx.storage
    if (first === 1) sql.exec('INSERT INTO organization VALUES (?, ?)', organization.id, organization.key)
    sql.exec(
      `WITH RECURSIVE n (i) AS (VALUES (?) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO audits (seq, kind, number, source, user_id, user_email, created_at, day, conversation_id, status, pipeline,
         model, execution_time, input_tokens, output_tokens, text_digest, text_size, hash)
       SELECT i, 'request', i, 'answer:' || (i % ${rows / 100} + 1) || ':' || i, i % ${rows / 100} + 1, 'person@example.com',
         strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || ((i - 1) * ${days} * 86400 / ${rows}) || ' seconds'),
         '2026-01-01', i / 10, 'completed', 'chat_ai', 'small', 1.5, 100, 200, NULL, 0, hex(randomblob(32)) FROM n`,
      first,
      last,
    )
    sql.exec("INSERT INTO counts VALUES ('request', ?) ON CONFLICT DO UPDATE SET rows = excluded.rows", last)
    sql.exec(
      `INSERT INTO segments (number, first, last, sha256, blocks) VALUES (1, 1, ?, '', '[]')
       ON CONFLICT DO UPDATE SET last = excluded.last`,
      last,
    )
  }

  async bareInsert(request: NewRequest): Promise<void> {
    const { sql } = this.ctx.storage
    sql.exec('CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, request TEXT NOT NULL)')
    sql.exec('INSERT INTO bare (request) VALUES (?)', JSON.stringify(request))
  }
}

export default {
  ...provider,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    const objectOf = ({ key }: Organization) =>
      (env.ORGANIZATIONS as unknown as DurableObjectNamespace<OrganizationObject>).getByName(key)
    if (pathname === '/seed') {
      const seeding = await request.json<Seeding>()
      await objectOf(seeding.organization).seed(seeding)
    } else if (pathname === '/append') {
      const { organization, added } = await request.json<{ organization: Organization; added: NewRequest }>()
      await objectOf(organization).appendRequest(organization, added)
    } else if (pathname === '/bare-insert') {
      const { organization, added } = await request.json<{ organization: Organization; added: NewRequest }>()
      await objectOf(organization).bareInsert(added)
    } else {
      return provider.fetch(request, env, context)
    }
    return new Response()
  },
} satisfies ExportedHandler<Env>
