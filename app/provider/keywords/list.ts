import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import type { BlockedKeyword, listKeywords as endpoint } from '~/contract/keywords.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { blockedKeywords } from '~/provider/db/index.ts'
import { fold } from './fold.ts'

const pageSize = 20

export const keywordColumns = {
  id: blockedKeywords.id,
  keyword: blockedKeywords.keyword,
  created_at: blockedKeywords.created_at,
}

/** One page of the organisation's keywords, the latest first; a search finds them as a question would be compared. */
export async function listKeywords(
  { query: { page, keyword } }: ParsedOf<typeof endpoint>,
  { db, member }: Call,
): Promise<Paged<BlockedKeyword>> {
  const part = fold(keyword ?? '')
  const wanted = and(
    eq(blockedKeywords.organization_id, member.organizationId),
    part ? sql`instr(${blockedKeywords.folded}, ${part}) > 0` : undefined,
  )
  const [data, [counted]] = await db.batch([
    db
      .select(keywordColumns)
      .from(blockedKeywords)
      .where(wanted)
      .orderBy(desc(blockedKeywords.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.select({ total: count() }).from(blockedKeywords).where(wanted),
  ])
  return { data, ...pageNumbers(counted?.total ?? 0, { page, page_size: pageSize }) }
}
