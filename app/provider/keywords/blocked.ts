import { type SQL, sql } from 'drizzle-orm'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import { blockedKeywords, type Database } from '~/provider/db/index.ts'
import { fold } from './fold.ts'

/**
 * Refuses a text, a question or a file's name, that contains a keyword of the member's organisation.
 * @throws ApiError `blocked_keyword`, which does not say the keyword: only admins may know them
 */
export async function requireAllowedText({ db, member }: Pick<Call, 'db' | 'member'>, text: string): Promise<void> {
  requireNoKeyword(await selectKeywordIn(db, member.organizationId, text))
}

/** The same of rows that {@link selectKeywordIn} gave. */
export function requireNoKeyword(keywords: unknown[]) {
  if (keywords.length > 0) throw new ApiError('blocked_keyword')
}

/** A keyword of the organisation that a text contains, or none, as a statement. */
export const selectKeywordIn = (db: Database, organizationId: number | SQL<number>, text: string) =>
  db
    .select({ id: blockedKeywords.id })
    .from(blockedKeywords)
    .where(
      sql`${blockedKeywords.organization_id} = ${organizationId}
        AND instr(${fold(text)}, ${blockedKeywords.folded}) > 0`,
    )
    .limit(1)
