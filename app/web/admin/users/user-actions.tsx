import {
  EllipsisVertical,
  FileLock,
  Info,
  LockOpen,
  Trash2,
  UserRoundCheck,
  UserRoundCog,
  UserRoundX,
} from 'lucide-react'
import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import type { MenuItem } from '~/ui/menu/menu-popup.tsx'
import { Menu } from '~/ui/menu/menu.tsx'

export interface UserActionsProps {
  user: User
  /** The signed-in admin's own row: it can be looked at, and nothing else. */
  own: boolean
  onShowDetails: (user: User) => void
  onEdit: (user: User) => void
  onSetActive: (user: User) => void
  onHold: (user: User) => void
  onDelete: (users: User[]) => void
}

/** What can be done with a user: side by side, or in a menu where there is no room. */
export function UserActions({ user, own, onShowDetails, onEdit, onSetActive, onHold, onDelete }: UserActionsProps) {
  const details: MenuItem = {
    label: m.users_details(),
    icon: <Info aria-hidden />,
    onSelect: () => onShowDetails(user),
  }
  const changes: MenuItem[] = [
    { label: m.users_edit_role(), icon: <UserRoundCog aria-hidden />, onSelect: () => onEdit(user) },
    user.active
      ? { label: m.users_deactivate(), icon: <UserRoundX aria-hidden />, onSelect: () => onSetActive(user) }
      : { label: m.users_activate(), icon: <UserRoundCheck aria-hidden />, onSelect: () => onSetActive(user) },
    user.held
      ? { label: m.holds_release(), icon: <LockOpen aria-hidden />, onSelect: () => onHold(user) }
      : { label: m.users_hold(), icon: <FileLock aria-hidden />, onSelect: () => onHold(user) },
  ]
  const remove: MenuItem = { label: m.delete(), icon: <Trash2 aria-hidden />, onSelect: () => onDelete([user]) }
  return (
    <div role="group" aria-label={m.users_actions_of({ email: user.email })}>
      <div className="flex @max-2xl:hidden">
        <IconButton label={details.label} onClick={details.onSelect}>
          {details.icon}
        </IconButton>
        {changes.map(({ label, icon, onSelect }) => (
          <IconButton key={label} label={own ? m.users_not_own() : label} disabled={own} onClick={onSelect}>
            {icon}
          </IconButton>
        ))}
        <IconButton
          label={own ? m.users_not_own() : user.held ? m.users_held_not_deleted() : remove.label}
          disabled={own || user.held}
          onClick={remove.onSelect}
        >
          {remove.icon}
        </IconButton>
      </div>
      <Menu
        label={m.users_more()}
        groups={[own ? [details] : [details, ...changes, ...(user.held ? [] : [remove])]]}
        className="inline-flex size-9 items-center justify-center rounded-md text-muted hover:bg-sunken @2xl:hidden"
      >
        <EllipsisVertical aria-hidden className="size-[18px]" />
      </Menu>
    </div>
  )
}
