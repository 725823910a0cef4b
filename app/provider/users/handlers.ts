import { getMe } from '~/contract/users.ts'
import { type Api, serve } from '~/provider/api/serve.ts'
import { groupsOf } from './groups.ts'

export function serveUsers(api: Api) {
  serve(api, getMe, async (_input, { db, member }) => ({
    user_id: member.id,
    user_role: member.role,
    organization_id: member.organizationId,
    language: member.language,
    email: member.email,
    name: member.name,
    picture: member.picture,
    groups: await groupsOf(db, member),
  }))
}
