import { Link, linkOptions } from '@tanstack/react-router'
import {
  Activity,
  ArrowLeft,
  Bot,
  ChartColumn,
  Globe,
  Hourglass,
  KeyRound,
  PanelLeftClose,
  ScrollText,
  ShieldBan,
  Users,
} from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'

const screens = [
  { link: linkOptions({ to: '/admin/users' }), label: m.nav_admin_users, icon: Users },
  { link: linkOptions({ to: '/admin/audits' }), label: m.nav_admin_audits, icon: ScrollText },
  { link: linkOptions({ to: '/admin/metrics' }), label: m.nav_admin_metrics, icon: ChartColumn },
  { link: linkOptions({ to: '/admin/rules' }), label: m.nav_admin_rules, icon: ShieldBan },
  { link: linkOptions({ to: '/admin/retention' }), label: m.nav_admin_retention, icon: Hourglass },
  { link: linkOptions({ to: '/admin/webpages' }), label: m.nav_admin_webpages, icon: Globe },
  { link: linkOptions({ to: '/admin/agents' }), label: m.nav_admin_agents, icon: Bot },
  { link: linkOptions({ to: '/admin/api-keys' }), label: m.nav_admin_api_keys, icon: KeyRound },
  { link: linkOptions({ to: '/admin/system' }), label: m.nav_admin_system, icon: Activity },
]

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
    {screens.map(({ link, label, icon: Icon }) => (
      <Link key={link.to} {...link} onClick={onNavigate} className={item}>
        <Icon aria-hidden />
        {label()}
      </Link>
    ))}
  </nav>
)
