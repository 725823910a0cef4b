import type { Me } from '~/contract/users.ts'
import type { Session } from '~/web/session/session.functions.ts'

/** Whether the caller may see the admin area; nothing of it is loaded for anybody else. The server decides again on each call. */
export const isAdmin = (session: Session): session is { state: 'member'; me: Me } =>
  session.state === 'member' && session.me.user_role === 'admin'
