import { linkOptions } from '@tanstack/react-router'
import {
  Activity,
  Bot,
  ChartColumn,
  Cpu,
  Globe,
  Hourglass,
  KeyRound,
  Megaphone,
  ScrollText,
  ShieldBan,
  Users,
} from 'lucide-react'
import { m } from '~/paraglide/messages'

/** The admin area's screens, in their order. */
export const menuScreens = [
  { link: linkOptions({ to: '/admin/users' }), label: m.nav_admin_users, icon: Users },
  { link: linkOptions({ to: '/admin/audits' }), label: m.nav_admin_audits, icon: ScrollText },
  { link: linkOptions({ to: '/admin/metrics' }), label: m.nav_admin_metrics, icon: ChartColumn },
  { link: linkOptions({ to: '/admin/rules' }), label: m.nav_admin_rules, icon: ShieldBan },
  { link: linkOptions({ to: '/admin/retention' }), label: m.nav_admin_retention, icon: Hourglass },
  { link: linkOptions({ to: '/admin/webpages' }), label: m.nav_admin_webpages, icon: Globe },
  { link: linkOptions({ to: '/admin/notices' }), label: m.nav_admin_notices, icon: Megaphone },
  { link: linkOptions({ to: '/admin/agents' }), label: m.nav_admin_agents, icon: Bot },
  { link: linkOptions({ to: '/admin/models' }), label: m.nav_admin_models, icon: Cpu },
  { link: linkOptions({ to: '/admin/api-keys' }), label: m.nav_admin_api_keys, icon: KeyRound },
  { link: linkOptions({ to: '/admin/system' }), label: m.nav_admin_system, icon: Activity },
]
