import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { memberTables } from '../../../app/provider/member/tables.ts'
import { stateIn, withDatabase } from '../../../scripts/local/database.ts'

type Statement = [query: string, ...values: (string | number)[]]

/** In the Worker's place: an object that runs the statements which it is sent. */
const script = `
  export class MemberObject {
    constructor({ storage }) { this.storage = storage }
    async fetch(request) {
      const statements = await request.json()
      this.storage.transactionSync(() => statements.forEach(([query, ...values]) => this.storage.sql.exec(query, ...values)))
      return new Response()
    }
  }
  export default { fetch: (request, env) => env.MEMBERS.getByName(new URL(request.url).pathname.slice(1)).fetch(request) }`

/** Runs statements in the database of a member's object, in the data directory of a product that is not running. */
export async function seedMember(dataDir: string, email: string, statements: Statement[]): Promise<void> {
  const key = await withDatabase(dataDir, async (database) => {
    const query = database.prepare('SELECT object_key FROM users WHERE email = ?').bind(email)
    return (await query.all<{ object_key: string }>()).results[0]!.object_key
  })
  const options = convertV4MiniflareOptions({
    // An object is found by its Worker's name, its class and its own name.
    name: 'recursive-agent-platform',
    modules: true,
    script,
    compatibilityDate: '2026-10-01',
    durableObjects: { MEMBERS: { className: 'MemberObject', useSQLite: true } },
    resourcePersistencePath: join(stateIn(dataDir), 'v3'),
  })
  const worker = new Miniflare(options)
  try {
    const body = JSON.stringify([...tables(), ...statements])
    const response = await worker.dispatchFetch(`http://member/${key}`, { method: 'POST', body })
    if (!response.ok) throw new Error(await response.text())
  } finally {
    await worker.dispose()
  }
}

/** As `objects/tables.ts` makes them. */
const tables = (): Statement[] => [
  ['CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)'],
  ...memberTables.flatMap((migration, index): Statement[] => [
    [migration],
    ['INSERT INTO migrations VALUES (?)', index],
  ]),
]
