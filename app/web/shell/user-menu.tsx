import { useNavigate } from '@tanstack/react-router'
import { Keyboard, KeyRound, Languages, LogOut, MessageSquare, Settings } from 'lucide-react'
import { m } from '~/paraglide/messages'
import type { MenuItem } from '~/ui/menu/menu-popup.tsx'
import { Menu } from '~/ui/menu/menu.tsx'
import { useMe } from '~/web/session/me.ts'
import { logOut } from '~/web/session/session.ts'
import { showDialog } from './shown-dialog.ts'

/** Avatar and name; they open a menu with chat, the admin area, language, shortcuts and logging out. */
export function UserMenu() {
  const me = useMe()
  const navigate = useNavigate()
  // The name falls back to the part of the address before the @.
  const name = me.name ?? me.email.split('@')[0] ?? ''

  const toChat = () => void navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } })
  const groups: MenuItem[][] = [
    [
      { label: m.menu_chat(), icon: <MessageSquare aria-hidden />, onSelect: toChat },
      ...(me.user_role === 'admin'
        ? [
            {
              label: m.menu_admin(),
              icon: <Settings aria-hidden />,
              onSelect: () => void navigate({ to: '/admin/users' }),
            },
          ]
        : []),
      {
        label: m.api_keys_title(),
        icon: <KeyRound aria-hidden />,
        onSelect: () => void navigate({ to: '/api-keys' }),
      },
      { label: m.language(), icon: <Languages aria-hidden />, onSelect: () => showDialog('language') },
      { label: m.shortcuts_title(), icon: <Keyboard aria-hidden />, onSelect: () => showDialog('shortcuts') },
    ],
    [{ label: m.sign_out(), icon: <LogOut aria-hidden />, onSelect: () => void logOut() }],
  ]
  return (
    <Menu
      label={m.user_menu()}
      groups={groups}
      header={
        <div className="px-3 pt-1.5 pb-2.5">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="truncate text-xs text-muted">{me.email}</p>
        </div>
      }
      className="flex h-10 items-center gap-2.5 rounded-md py-1 pr-2.5 pl-1.5 hover:bg-sunken"
    >
      <Avatar name={name} picture={me.picture} />
      <span className="max-w-40 truncate text-sm max-sm:hidden">{name}</span>
    </Menu>
  )
}

/** A person's picture, or the first letter of the name. */
const Avatar = ({ name, picture }: { name: string; picture: string | null }) =>
  picture?.startsWith('https://') ? (
    <img src={picture} alt="" referrerPolicy="no-referrer" className="size-7 rounded-full object-cover" />
  ) : (
    <span
      aria-hidden
      className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text uppercase"
    >
      {name.slice(0, 1)}
    </span>
  )
