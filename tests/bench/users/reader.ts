import { compatibility, type RunningWorker, start } from '../workers.ts'

/** The floor: reads the rows of an organisation's export in the same steps, and forgets them. */
export const startReader = (databaseUrl: string, heap: number): Promise<RunningWorker> =>
  start({
    ...compatibility,
    modules: true,
    script: `const sql = \`SELECT id, email, role, name, language, uid, created_at FROM users
        WHERE organization_id = ? AND id < ? ORDER BY id DESC LIMIT 500\`
      export default {
        async fetch(request) {
          const organization = Number(new URL(request.url).searchParams.get('organization'))
          let count = 0
          for (let last = Number.MAX_SAFE_INTEGER; ;) {
            const body = JSON.stringify({ method: 'raw', sql, values: [organization, last] })
            const rows = await (await fetch('${databaseUrl}', { method: 'POST', body })).json()
            count += rows.length
            if (rows.length < 500) return new Response(String(count))
            last = rows.at(-1)[0]
          }
        }
      }`,
    heap,
  })
