import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { addKeyword as endpoint, BlockedKeyword } from '~/contract/keywords.ts'
import { withIdempotencyKey } from '~/provider/objects/idempotency-key.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordAction } from '~/provider/audits/record-action.ts'
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
    const [added] = await db
      .insert(blockedKeywords)
      .values({ organization_id: member.organizationId, keyword: keyword.toWellFormed(), folded })
      .onConflictDoNothing()
      .returning(keywordColumns)
    if (!added) throw new ApiError('already_exists', { entity: 'keyword' })
    await recordAction(call, { action: 'keyword_added', target: added.keyword, details: { id: added.id } })
    return added
  })
}
