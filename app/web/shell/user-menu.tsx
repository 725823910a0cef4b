import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@tanstack/react-router'
import { Languages, LogOut, MessageSquare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Dialog } from '~/ui/dialog.tsx'
import { toast } from '~/ui/toast.ts'
import { LanguageSwitcher } from '~/web/language/language-switcher.tsx'
import { useMe, useSignInSettings } from '~/web/session/me.ts'
import { logOut } from '~/web/session/session.ts'
import { Avatar } from './avatar.tsx'

/** Avatar and name; behind them the ways to chat, language and out. */
export function UserMenu() {
  const me = useMe()
  const settings = useSignInSettings()
  const navigate = useNavigate()
  const [choosing, setChoosing] = useState(false)
  // The name falls back to the part of the address before the @ (spec, section 3, User).
  const name = me.name ?? me.email.split('@')[0] ?? ''

  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          aria-label={m.user_menu()}
          className="flex h-10 items-center gap-2.5 rounded-md py-1 pr-2.5 pl-1.5 hover:bg-sunken"
        >
          <Avatar name={name} picture={me.picture} />
          <span className="max-w-40 truncate text-sm max-sm:hidden">{name}</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner align="end" sideOffset={6} className="z-40">
            <Menu.Popup className="min-w-56 rounded-md border border-line bg-raised p-1.5 shadow-overlay outline-none">
              <div className="px-3 pt-1.5 pb-2.5">
                <p className="truncate text-sm font-medium">{name}</p>
                <p className="truncate text-xs text-muted">{me.email}</p>
              </div>
              <Item
                icon={<MessageSquare aria-hidden />}
                onClick={() => navigate({ to: '/chat/{-$conversationId}', params: { conversationId: undefined } })}
              >
                {m.menu_chat()}
              </Item>
              <Item icon={<Languages aria-hidden />} onClick={() => setChoosing(true)}>
                {m.language()}
              </Item>
              <Menu.Separator className="my-1.5 h-px bg-line" />
              <Item icon={<LogOut aria-hidden />} onClick={() => logOut(settings)}>
                {m.sign_out()}
              </Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog open={choosing} onClose={() => setChoosing(false)} title={m.language_dialog_title()} width="form">
        <LanguageSwitcher onChange={() => toast.success(m.language_saved())} />
      </Dialog>
    </>
  )
}

const Item = ({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) => (
  <Menu.Item
    onClick={onClick}
    className="flex h-9 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none select-none data-highlighted:bg-sunken [&_svg]:size-4 [&_svg]:text-muted"
  >
    {icon}
    {children}
  </Menu.Item>
)
