import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '~/paraglide/messages'
import { onFirstInput } from '~/ui/first-input.ts'
import { Loader } from '~/ui/loader.tsx'
import { toast } from '~/ui/toast.ts'
import { lazyPart } from '~/ui/retry-import.ts'
import { LoadError } from '~/web/errors/load-error.tsx'
import { setTokenSourceStart } from './bearer.ts'
import { sessionQuery } from './queries.ts'
import { onRefused } from './refusals.ts'
import { expireSession, leaveProduct, openSignIn, resolveSession } from './session.ts'
import type { Session } from './session.functions.ts'
import type { SignInSettings } from './settings.ts'
import { adoptUser, joinTabs } from './tabs.ts'

/** Members never need them. */
const SignInPage = lazyPart(() => import('./sign-in-page.tsx'))
const ConfirmEmail = lazyPart(() => import('./confirm-email.tsx'))
const ChooseOrganization = lazyPart(() => import('./choose-organization.tsx'))
const NoAccess = lazyPart(() => import('./no-access.tsx'))

/** Shows the product to members and the way in to everyone else; a loader until the browser has decided who this is. */
export function SessionGate({ settings, children }: { settings: SignInSettings; children: ReactNode }) {
  const { data: session } = useQuery(sessionQuery)
  const state = session?.state ?? 'unknown'
  const failure = useDecision(state, settings)

  useTabs()
  useRenewal(state, settings)

  if (failure) return <LoadError error={failure.error} reset={failure.retry} />
  if (state === 'unknown') return <Loader />
  if (state === 'member') return children
  return <Suspense fallback={<Loader />}>{wayIn(state, settings)}</Suspense>
}

function wayIn(state: Exclude<Session['state'], 'unknown' | 'member'>, settings: SignInSettings) {
  if (state === 'not_verified') return <ConfirmEmail settings={settings} />
  if (state === 'not_invited' || state === 'not_active') return <NoAccess because={state} />
  if (state === 'not_chosen') return <ChooseOrganization />
  return <SignInPage settings={settings} />
}

/** Leaves with the other tabs, and where the server no longer accepts the session. */
function useTabs() {
  const queryClient = useQueryClient()

  useEffect(() => joinTabs(() => void leaveProduct()), [])

  useEffect(
    () =>
      onRefused(() => {
        toast.error(m.signed_out_notice())
        void expireSession(queryClient)
      }),
    [queryClient],
  )
}

/**
 * Keeps a member's session going. Firebase renews the token: it is started when somebody begins to use the page, or when the
 * server no longer takes the cookie, whichever comes first; until then the cookie is as good. Another tab's user is taken
 * over at once, since that tab may be closed.
 */
function useRenewal(state: string, settings: SignInSettings) {
  useEffect(() => {
    if (state !== 'member') return
    const start = () => openSignIn(settings)
    setTokenSourceStart(start)
    void adoptUser()
    // A member whose Firebase does not load works on with the session cookie.
    return onFirstInput(() => start().catch(() => {}))
  }, [state, settings])
}

/** Lets the browser decide where the server could not. */
function useDecision(state: string, settings: SignInSettings) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [error, setError] = useState<Error>()

  useEffect(() => {
    if (state !== 'unknown' || error) return
    const decide = async () => {
      // Most likely what comes next.
      import('./sign-in-page.tsx').catch(() => {})
      const { state: decided } = await resolveSession(queryClient, settings)
      if (decided === 'member') await router.invalidate()
    }
    decide().catch(setError)
  }, [state, error, settings, queryClient, router])

  return error && { error, retry: () => setError(undefined) }
}
