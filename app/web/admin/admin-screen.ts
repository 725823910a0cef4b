import type { QueryClient } from '@tanstack/react-query'
import { memberPage } from '~/web/session/member-page.ts'
import type { Session } from '~/web/session/session.functions.ts'
import { isAdmin } from './admin-session.ts'
import type { screens } from './screens.ts'

type Screens = typeof screens

const load = () => import('./screens.ts')

/** The page of a screen, whose code only the admin area loads. */
export const adminPage = (name: keyof Screens) =>
  memberPage(async () => ({ Page: await (await load()).screens[name].page() }), 'Page')

/** The loader of a screen's route; for anybody but an admin it asks for nothing. */
export const adminLoader =
  <Name extends keyof Screens>(name: Name) =>
  async ({ context: { session, queryClient }, deps }: LoaderInput<Parameters<Screens[Name]['prefetch']>[1]>) => {
    if (!isAdmin(session)) return
    const { prefetch } = (await load()).screens[name] as { prefetch: (...input: unknown[]) => Promise<unknown> }
    const listed = prefetch(queryClient, deps, session.me)
    // The first page comes with its rows; in the browser the screen itself shows what loads.
    if (import.meta.env.SSR) await listed
  }

interface LoaderInput<Deps> {
  context: { session: Session; queryClient: QueryClient }
  deps: Deps
}
