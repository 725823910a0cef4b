import { type Database, migrate, type Product } from './product.ts'
import { compatibility, start } from './workers.ts'

/**
 * D1 in a process of its own, over HTTP: what its local stand-in takes of memory is not the Worker's that is measured.
 * It answers one statement by one of D1's methods, or a list of statements as a batch; `database-client.ts` asks it.
 */
export async function startDatabase(state: string): Promise<Product> {
  const worker = await start({
    ...compatibility,
    modules: true,
    script: `export default {
      async fetch(request, env) {
        const asked = await request.json()
        const statementOf = ({ sql, values }) => env.DB.prepare(sql).bind(...values)
        return Response.json(
          Array.isArray(asked) ? await env.DB.batch(asked.map(statementOf)) : await statementOf(asked)[asked.method](),
        )
      }
    }`,
    d1Databases: ['DB'],
    resourcePersistencePath: state,
  })
  const database = (await worker.miniflare.getD1Database('DB')) as unknown as Database
  await migrate(database)
  return { ...worker, database }
}
