import { useMatch } from '@tanstack/react-router'
import { PanelLeftOpen } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { lazyPart } from '~/ui/retry-import.ts'
import { AdminMenu } from '~/web/admin/admin-menu-part.ts'
import { OutboxHost } from '~/web/chat/composer/outbox-host.tsx'
import { useWatchedAnswers } from '~/web/chat/answers/watch-answers.ts'
import { useMe } from '~/web/session/me.ts'
import { Drawer } from './drawer.tsx'
import { FileDrop } from './file-drop.tsx'
import { navigationVisible } from './navigation-visible.ts'
import { Navigation } from './navigation.tsx'
import { ShellDialogs } from './shell-dialogs.tsx'
import { ShortcutKeys } from './shortcut-keys.tsx'
import { TopBar } from './top-bar.tsx'

/** Loaded where there is a notice. */
const NoticeBanner = lazyPart(() => import('~/web/notices/notice-banner.tsx'))

/** The frame of every page: top bar, navigation or the admin area's menu at the left (a drawer on phones), the page. */
export function Shell({ children }: { children: ReactNode }) {
  const visible = navigationVisible.use()
  const [drawer, setDrawer] = useState(false)
  const Menu = useMatch({ from: '/_shell/admin', shouldThrow: false }) ? AdminMenu : Navigation
  const { notice } = useMe()
  useWatchedAnswers()

  return (
    <div className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2"
      >
        {m.nav_skip()}
      </a>
      <TopBar onToggle={() => setDrawer(true)} />
      {notice && (
        <Suspense>
          <NoticeBanner notice={notice} />
        </Suspense>
      )}
      <div className="row-start-3 flex min-h-0">
        {visible ? (
          <aside className="hidden w-[264px] shrink-0 border-r border-line md:flex">
            <Menu onHide={() => navigationVisible.set(false)} />
          </aside>
        ) : (
          <div className="hidden shrink-0 border-r border-line p-2 md:block">
            <IconButton label={m.nav_show()} data-shortcut="navigation" onClick={() => navigationVisible.set(true)}>
              <PanelLeftOpen aria-hidden />
            </IconButton>
          </div>
        )}
        <Drawer open={drawer} onClose={() => setDrawer(false)} label={m.nav_main()}>
          <Menu onHide={() => setDrawer(false)} onNavigate={() => setDrawer(false)} />
        </Drawer>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 bg-surface outline-none">
          {children}
        </main>
      </div>
      <FileDrop />
      <OutboxHost />
      <ShortcutKeys />
      <ShellDialogs />
    </div>
  )
}
