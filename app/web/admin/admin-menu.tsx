import { Link } from '@tanstack/react-router'
import { ArrowLeft, PanelLeftClose } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { menuScreens } from './menu-screens.ts'

const item =
  'flex h-10 w-full items-center gap-3 rounded-md px-3 text-left text-[15px] text-ink transition-colors hover:bg-sunken data-[status=active]:bg-sunken [&_svg]:size-[18px] [&_svg]:text-muted data-[status=active]:[&_svg]:text-accent-text'

interface AdminMenuProps {
  onHide: () => void
  /** Called when a link leads away; a drawer then closes. */
  onNavigate?: () => void
}

/** The admin area's screens, and the way back to the chat. */
export const AdminMenu = ({ onHide, onNavigate }: AdminMenuProps) => (
  <nav aria-label={m.nav_admin()} className="flex min-h-0 w-full flex-col gap-0.5 overflow-y-auto p-2">
    <div className="flex items-center gap-1">
      <Link to="/chat/{-$conversationId}" params={{ conversationId: undefined }} onClick={onNavigate} className={item}>
        <ArrowLeft aria-hidden />
        {m.nav_admin_back()}
      </Link>
      <IconButton label={m.nav_hide()} data-shortcut="navigation" onClick={onHide}>
        <PanelLeftClose aria-hidden />
      </IconButton>
    </div>
    <p className="px-3 pt-4 pb-1 text-xs font-medium text-muted">{m.nav_admin()}</p>
    {menuScreens.map(({ link, label, icon: Icon }) => (
      <Link key={link.to} {...link} onClick={onNavigate} className={item}>
        <Icon aria-hidden />
        {label()}
      </Link>
    ))}
  </nav>
)
