/// <reference types="vite/client" />
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useMatch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from '~/styles.css?url'
import { m } from '~/paraglide/messages'
import { InOneGo } from '~/ui/in-one-go.tsx'
import { drawnTimeZone } from '~/ui/time-zone.ts'
import { Toasts } from '~/ui/toasts.tsx'
import { useLanguage } from '~/web/language/language.ts'
import { sessionQuery } from '~/web/session/queries.ts'
import { getSignInSettings } from '~/web/session/session.functions.ts'
import { SessionGate } from '~/web/session/session-gate.tsx'

// Always set, so that no cookie of that name can point the SDK elsewhere; `/session` takes the token and sets the cookie.
const firebaseDefaults = `self.__FIREBASE_DEFAULTS__=${JSON.stringify({ _authTokenSyncURL: '/session' })}`

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: async ({ context }) => ({ session: await context.queryClient.ensureQueryData(sessionQuery) }),
  loader: () => getSignInSettings(),
  staleTime: Infinity,
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1, interactive-widget=resizes-content' },
      { name: 'color-scheme', content: 'light dark' },
      { title: m.app_name() },
    ],
    links: [
      { rel: 'stylesheet', href: styles },
      { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
      { rel: 'apple-touch-icon', href: '/icon-180.png' },
      // Whoever wants to has it as an app of its own.
      { rel: 'manifest', href: '/manifest.webmanifest' },
    ],
    scripts: [{ children: firebaseDefaults }],
  }),
  shellComponent: Document,
  component: Root,
})

function Root() {
  const settings = Route.useLoaderData()
  const language = useLanguage()
  const isBeforeGate = useMatch({ from: '/password', shouldThrow: false }) !== undefined
  const page = (
    // The outlet's part, and the route's in it.
    <InOneGo key={language} depth={2}>
      <Outlet />
    </InOneGo>
  )
  return (
    <>
      {isBeforeGate ? page : <SessionGate settings={settings}>{page}</SessionGate>}
      <Toasts />
    </>
  )
}

function Document({ children }: { children: ReactNode }) {
  return (
    <html
      lang={useLanguage()}
      data-session={useQuery(sessionQuery).data?.state}
      data-time-zone={drawnTimeZone() ?? undefined}
    >
      <head>
        <HeadContent />
      </head>
      <body>
        {children}
        <Scripts />
      </body>
    </html>
  )
}
