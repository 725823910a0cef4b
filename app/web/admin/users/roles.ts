import type { Role } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'

const labels: Record<Role, () => string> = { user: m.users_role_user, admin: m.users_role_admin }

export const roleLabel = (role: Role) => labels[role]()

/** Both roles to choose from, the default first. */
export const roleOptions = () => (['user', 'admin'] as const).map((value) => ({ value, label: roleLabel(value) }))
