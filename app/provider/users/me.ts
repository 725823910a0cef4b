import { and, eq, gt, sql } from 'drizzle-orm'
import type { Me } from '~/contract/users.ts'
import type { Call, ReadBy } from '~/provider/api/serve.ts'
import { type Database, notices, now, retention, users } from '~/provider/db/index.ts'
import type { MemberIds } from '~/provider/identity/members.ts'
import { dayOf, selectTimeZone } from '~/provider/time/today.ts'
import { privateGroupFirst, selectGroups } from '~/provider/identity/groups.ts'

/** What {@link describeMe} reads. */
export const selectMine = (db: Database, caller: MemberIds) =>
  [
    selectGroups(db, caller),
    selectTimeZone(db, caller.organizationId),
    db
      .select({ conversations: retention.conversations })
      .from(retention)
      .where(eq(retention.organization_id, caller.organizationId)),
    db
      .select({ id: notices.id, text_en: notices.text_en, text_ja: notices.text_ja })
      .from(notices)
      .innerJoin(users, and(sql`${users.id} = ${caller.id}`, gt(notices.id, users.dismissed_notice)))
      .where(and(eq(notices.organization_id, caller.organizationId), gt(notices.ends_at, now())))
      .orderBy(notices.id)
      .limit(1),
  ] as const

/** The member who is calling, as the browser knows them. */
export function describeMe({ member }: Call, [groups, zones, [kept], [notice]]: ReadBy<typeof selectMine>): Me {
  return {
    user_id: member.id,
    user_role: member.role,
    organization_id: member.organizationId,
    language: member.language,
    email: member.email,
    name: member.name,
    picture: member.picture,
    groups: privateGroupFirst(groups, member),
    time_zone: dayOf(member.organizationId, zones).timeZone,
    conversations_kept: kept?.conversations ?? null,
    notice: notice ?? null,
  }
}
