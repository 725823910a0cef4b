import provider from '../../worker/harness/entry.ts'

export * from '../../worker/harness/entry.ts'

interface Bare {
  organization: number
  emails: string[]
}

/** The provider, and beside it what its figures are measured against, in the same database. */
export default {
  ...provider,
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url)
    if (pathname === '/bare-inserts') return bareInserts(await request.json<Bare>(), env)
    if (pathname === '/plan') return explain(await request.json<string[]>(), env)
    return provider.fetch(request, env, context)
  },
} satisfies ExportedHandler<Env>

/** A group and a user each, statement by statement, in one batch. */
async function bareInserts({ organization, emails }: Bare, env: Env): Promise<Response> {
  const group = env.DB.prepare("INSERT INTO groups (organization_id, name, type) VALUES (?, 'Private', 'user')")
  const user = env.DB.prepare(
    `INSERT INTO users (organization_id, private_group_id, email, role, language)
     VALUES (?, last_insert_rowid(), ?, 'user', 'en')`,
  )
  await env.DB.batch(emails.flatMap((email) => [group.bind(organization), user.bind(organization, email)]))
  return new Response()
}

/** How SQLite reads what these statements ask for. */
async function explain(statements: string[], env: Env): Promise<Response> {
  const plans = await env.DB.batch<{ detail: string }>(
    statements.map((statement) => env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`)),
  )
  return Response.json(plans.map(({ results }) => results.map(({ detail }) => detail)))
}
