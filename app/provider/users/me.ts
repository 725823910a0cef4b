import { eq } from 'drizzle-orm'
import type { Me } from '~/contract/users.ts'
import type { Call, ReadBy } from '~/provider/api/serve.ts'
import { type Database, retention } from '~/provider/db/index.ts'
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
  ] as const

/** The member who is calling, as the browser knows them. */
export function describeMe({ member }: Call, [groups, zones, [kept]]: ReadBy<typeof selectMine>): Me {
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
  }
}
