import type { AuditChain } from '../../../app/provider/audits/audit-chain.ts'
import type { NewLink } from '../../../app/provider/audits/link.ts'
import provider from '../../worker/harness/entry.ts'

export * from '../../worker/harness/entry.ts'

/** The provider, and beside it an append by itself, and the floor of one: an insert of the same row. */
export default {
  ...provider,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/append') return append(await request.json<NewLink>(), env)
    if (pathname === '/bare-insert') return bareInsert(await request.json<NewLink>(), env)
    return provider.fetch(request, env, context)
  },
} satisfies ExportedHandler<Env>

async function append(row: NewLink, env: Env): Promise<Response> {
  const chains = env.AUDIT_CHAINS as DurableObjectNamespace<AuditChain>
  return Response.json(await chains.getByName(`organization-${row.organization_id}`).append(row))
}

async function bareInsert(row: NewLink, env: Env): Promise<Response> {
  const columns = Object.keys(row) as (keyof NewLink)[]
  await env.DB.prepare(
    `INSERT INTO audits (${columns.join(', ')}, seq, created_at, day, previous_hash, hash)
     VALUES (${columns.map(() => '?').join(', ')}, (SELECT coalesce(max(seq), 0) + 1 FROM audits WHERE organization_id = ?),
       '2026-11-21T00:00:00.000Z', '2026-11-21', '', '')`,
  )
    .bind(...columns.map((column) => row[column]), row.organization_id)
    .run()
  return new Response()
}
