import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** All that is kept: the directory's rows, the objects of every member and organisation, and what is stored. A refusal leaves it as it was. */
export async function everythingKept() {
  const tables = await env.DB.prepare(plainTables).all<{ name: string }>()
  const read = tables.results.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}"`))
  const rows = await env.DB.batch(read)
  const directory = Object.fromEntries(tables.results.map(({ name }, index) => [name, rows[index]!.results]))
  const [members, organizations] = await Promise.all([
    rowsOf(env.MEMBERS, directory.users as Keyed[]),
    rowsOf(env.ORGANIZATIONS, directory.organizations as Keyed[]),
  ])
  const { objects } = await env.FILES.list()
  return { directory, members, organizations, stored: objects.map(({ key, etag }) => [key, etag]) }
}

/** What is derived from the rest, the indexes of searches, is made later. */
const plainTables = `
  SELECT name FROM sqlite_master
  WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE '%index%' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`

interface Keyed {
  id: number
  object_key: string
}

const rowsOf = async (namespace: DurableObjectNamespace, owners: Keyed[]) =>
  Object.fromEntries(
    await Promise.all(
      owners.map(async ({ id, object_key }) => {
        const rows = runInDurableObject(namespace.getByName(object_key), (_, { storage: { sql } }) =>
          Object.fromEntries(
            sql
              .exec<{ name: string }>(plainTables)
              .toArray()
              .map(({ name }) => [name, sql.exec(`SELECT * FROM "${name}"`).toArray()]),
          ),
        )
        return [id, await rows] as const
      }),
    ),
  )
