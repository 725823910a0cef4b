import type { ReactNode } from 'react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Day } from '~/ui/day.tsx'
import { HeldBadge } from '../retention/held-badge.tsx'
import { roleLabel } from './roles.ts'

interface UserEmailProps {
  user: User
  own: boolean
  onShowDetails: (user: User) => void
}

/** The address, which opens the details; where the table is narrow, also what the hidden columns would show. */
export const UserEmail = ({ user, own, onShowDetails }: UserEmailProps) => (
  <div className="min-w-0">
    <div className="flex min-w-0 items-center gap-2">
      <button
        type="button"
        onClick={() => onShowDetails(user)}
        className="min-w-0 truncate rounded-sm text-left font-medium hover:underline"
        title={user.email}
      >
        {user.email}
      </button>
      {own && (
        <span className="shrink-0 rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium text-accent-text">
          {m.users_you()}
        </span>
      )}
      {user.is_service && <Badge>{m.service_accounts_badge()}</Badge>}
      {!user.active && <Badge>{m.users_deactivated()}</Badge>}
      {user.held && <HeldBadge />}
    </div>
    <p className="truncate text-xs text-muted @2xl:hidden">
      {roleLabel(user.role)} · <Day at={user.created_at} />
    </p>
  </div>
)

const Badge = ({ children }: { children: ReactNode }) => (
  <span className="shrink-0 rounded-full bg-sunken px-2 py-0.5 text-xs font-medium text-muted">{children}</span>
)
