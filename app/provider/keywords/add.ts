import { eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { addKeyword as endpoint, BlockedKeyword } from '~/contract/keywords.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded, recordedBefore } from '~/provider/audits/owed-actions.ts'
import { blockedKeywords } from '~/provider/db/index.ts'
import { fold } from './fold.ts'
import { keywordColumns } from './list.ts'

/**
 * Blocks a keyword from the next question on.
 * @throws ApiError `already_exists` where one says the same after folding, `invalid_request` for one of which folding
 *   leaves nothing
 */
export async function addKeyword(
  { body: { keyword } }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<BlockedKeyword> {
  const { db, member } = call
  const folded = fold(keyword)
  if (folded === '')
    throw new ApiError('invalid_request', undefined, {
      message: 'The keyword has no character that could be compared.',
    })

  return withIdempotencyKey(call, 'addKeyword', keyword, async () => {
    const written = keyword.toWellFormed()
    const insertion = db
      .insert(blockedKeywords)
      .values({ organization_id: member.organizationId, keyword: written, folded })
      .onConflictDoNothing()
      .returning(keywordColumns)
    const details = sql<string>`json_object('id', last_insert_rowid())`
    const [[added]] = await changeRecorded(call, [insertion], { action: 'keyword_added', target: written, details })
    const keywordThere = added ?? (await addedBefore(call))
    if (!keywordThere) throw new ApiError('already_exists', { entity: 'keyword' })
    return keywordThere
  })
}

/** What an earlier run of this call added, whose answer was lost. */
async function addedBefore(call: Call): Promise<BlockedKeyword | undefined> {
  const before = await recordedBefore(call)
  if (!before) return undefined
  return call.db
    .select(keywordColumns)
    .from(blockedKeywords)
    .where(eq(blockedKeywords.id, Number(before.id)))
    .get()
}
