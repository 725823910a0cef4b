import type { Me } from '~/contract/users.ts'
import type { Call } from '~/provider/api/serve.ts'
import { dayOf, selectTimeZone } from '~/provider/time/today.ts'
import { privateGroupFirst, selectGroups } from './groups.ts'

/** The member who is calling, as the browser knows them. */
export async function describeMe({ db, member }: Call): Promise<Me> {
  const [groups, zones] = await db.batch([selectGroups(db, member), selectTimeZone(db, member.organizationId)])
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
  }
}
