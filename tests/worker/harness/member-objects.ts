import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** The object of the member with this address. */
export async function memberObjectOf(email: string) {
  const key = await env.DB.prepare('SELECT object_key FROM users WHERE email = ?')
    .bind(email)
    .first<string>('object_key')
  if (!key) throw new Error('there is no such member')
  return env.MEMBERS.getByName(key)
}

/** Runs a query in the database of a member's object. */
export const queryMember = async <Row extends Record<string, SqlStorageValue>>(
  email: string,
  query: string,
  ...values: SqlStorageValue[]
): Promise<Row[]> =>
  runInDurableObject(await memberObjectOf(email), (_, { storage }) => storage.sql.exec<Row>(query, ...values).toArray())
