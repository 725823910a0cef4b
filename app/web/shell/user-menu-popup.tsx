import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Keyboard, KeyRound, Languages, LogOut, MessageSquare, NotebookPen, Settings } from 'lucide-react'
import { m } from '~/paraglide/messages'
import MenuPopup, { type MenuItem } from '~/ui/menu/menu-popup.tsx'
import type { OpenMenu } from '~/ui/menu/menu.tsx'
import { useMe } from '~/web/session/me.ts'
import { logOut } from '~/web/session/session.ts'
import { showDialog } from './shown-dialog.ts'

/** The account menu, once it is opened: chat, the admin area, what is one's own to set, and logging out. */
export default function UserMenuPopup({ name, ...menu }: OpenMenu & { name: string }) {
  const me = useMe()
  const navigate = useNavigate()
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
      { label: m.prompts_title(), icon: <Bookmark aria-hidden />, onSelect: () => showDialog('prompts') },
      {
        label: m.instructions_title(),
        icon: <NotebookPen aria-hidden />,
        onSelect: () => showDialog('instructions'),
      },
      { label: m.language(), icon: <Languages aria-hidden />, onSelect: () => showDialog('language') },
      { label: m.shortcuts_title(), icon: <Keyboard aria-hidden />, onSelect: () => showDialog('shortcuts') },
    ],
    [{ label: m.sign_out(), icon: <LogOut aria-hidden />, onSelect: () => void logOut() }],
  ]
  return (
    <MenuPopup
      {...menu}
      groups={groups}
      header={
        <div className="px-3 pt-1.5 pb-2.5">
          <p className="truncate text-sm font-medium">{name}</p>
          <p className="truncate text-xs text-muted">{me.email}</p>
        </div>
      }
    />
  )
}
