import { lt, sql } from 'drizzle-orm'
import { apiKeys, type Database, now, oauthClients, oauthCodes } from '~/provider/db/index.ts'

const day = 24 * 60 * 60 * 1000
/** Days after which a program is forgotten that has nothing any more. */
const idleDays = 30

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString()

/** Forgets codes of yesterday, what programs were allowed and did not renew, and programs that nobody allowed anything. Safe to repeat. */
export async function forgetPrograms(db: Database): Promise<void> {
  await db.batch([
    db.delete(oauthCodes).where(lt(oauthCodes.expires_at, ago(day))),
    db.delete(apiKeys).where(sql`${apiKeys.id} IN (SELECT api_key_id FROM oauth_grants WHERE expires_at < ${now()})`),
    db.delete(oauthClients).where(
      sql`NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = ${oauthClients.id})
        AND coalesce(${oauthClients.allowed_at}, '') < ${ago(idleDays * day)} AND ${oauthClients.created_at} < ${ago(day)}`,
    ),
  ])
}
