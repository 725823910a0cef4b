import type { Role } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Segments } from '~/ui/form/segments.tsx'
import { roleOptions } from './roles.ts'

interface RoleFieldProps {
  role: Role
  onRole: (role: Role) => void
}

/** Which role a user has, with what it means. */
export const RoleField = ({ role, onRole }: RoleFieldProps) => (
  <div className="grid gap-1.5">
    <span aria-hidden className="text-sm font-medium">
      {m.users_col_role()}
    </span>
    <Segments label={m.users_col_role()} value={role} options={roleOptions()} onChange={onRole} />
    <p className="text-sm text-muted">{role === 'admin' ? m.users_role_admin_hint() : m.users_role_user_hint()}</p>
  </div>
)
