import type { Role } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { SegmentsField } from '~/ui/form/segments-field.tsx'
import { roleOptions } from './roles.ts'

interface RoleFieldProps {
  role: Role
  onRole: (role: Role) => void
}

/** Which role a user has, with what it means. */
export const RoleField = ({ role, onRole }: RoleFieldProps) => (
  <SegmentsField label={m.users_col_role()} value={role} options={roleOptions()} onChange={onRole}>
    <p className="text-sm text-muted">{role === 'admin' ? m.users_role_admin_hint() : m.users_role_user_hint()}</p>
  </SegmentsField>
)
