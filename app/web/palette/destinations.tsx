import { linkOptions, type UseNavigateResult } from '@tanstack/react-router'
import {
  Bookmark,
  Copy,
  Files,
  Keyboard,
  KeyRound,
  Languages,
  LogOut,
  type LucideIcon,
  NotebookPen,
  PanelLeft,
  PenLine,
  Plus,
  Search,
  SquarePen,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Me } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { locales } from '~/paraglide/runtime'
import { menuScreens } from '~/web/admin/menu-screens.ts'
import { addFiles } from '~/web/files/upload/adding.ts'
import { logOut } from '~/web/session/session.ts'
import { shortcutLabels } from '~/web/shell/shortcut-labels.ts'
import { shortcutsHere } from '~/web/shell/shortcuts.ts'
import { showDialog } from '~/web/shell/shown-dialog.ts'

/** Something that the palette leads to. */
export interface Destination {
  key: string
  name: string
  icon: ReactNode
  /** What tells it from others of its name. */
  detail?: ReactNode
  /** The single key that does the same. */
  shortcut?: string
  go: () => unknown
}

/** One whose name is the product's: it is found by what it is called in any language. */
export interface FixedDestination extends Destination {
  names: readonly string[]
}

/** What can be done here, and the screens that this member may see. */
export function fixedDestinations(me: Me, navigate: UseNavigateResult<string>): FixedDestination[] {
  const screens = [
    { link: linkOptions({ to: '/files/{-$fileId}', params: { fileId: undefined } }), label: m.nav_files, icon: Files },
    { link: linkOptions({ to: '/api-keys' }), label: m.api_keys_title, icon: KeyRound },
  ]
  const toPage = (link: { to: string }) => async () => {
    await navigate(link)
    focusPage()
  }
  return [
    ...shortcutsHere().map(({ key, run }) => ({
      ...named(shortcutLabels[key]!, shortcutIcons[key]!),
      shortcut: key.toUpperCase(),
      go: () => run(navigate),
    })),
    { ...named(m.files_add, Plus), go: () => addFiles() },
    { ...named(m.prompts_title, Bookmark), go: () => showDialog('prompts') },
    { ...named(m.instructions_title, NotebookPen), go: () => showDialog('instructions') },
    { ...named(m.language, Languages), go: () => showDialog('language') },
    ...screens.map(({ link, label, icon }) => ({ ...named(label, icon), go: toPage(link) })),
    ...(me.user_role === 'admin' ? menuScreens : []).map(({ link, label, icon }) => ({
      ...named(label, icon),
      key: link.to,
      detail: m.nav_admin(),
      go: toPage(link),
    })),
    { ...named(m.sign_out, LogOut), go: () => logOut() },
  ]
}

const shortcutIcons: Record<string, LucideIcon> = {
  n: SquarePen,
  i: PenLine,
  '/': Search,
  c: Copy,
  b: PanelLeft,
  '?': Keyboard,
}

function named(label: typeof m.nav_files, Icon: LucideIcon) {
  const names = locales.map((locale) => label({}, { locale }))
  return { key: names.join(), name: label(), names, icon: <Icon aria-hidden /> }
}

/** Where reading goes on after the palette led to another page. */
export const focusPage = () => document.getElementById('main')?.focus()
