import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { m } from '~/paraglide/messages'
import { Loader } from '~/ui/loader.tsx'
import { toast } from '~/ui/toast.ts'
import { LoadError } from '~/web/errors/load-error.tsx'
import { NotInvited } from './not-invited.tsx'
import { sessionQuery } from './queries.ts'
import { onRefused } from './refusals.ts'
import { expireSession, leaveProduct, openSignIn, resolveSession } from './session.ts'
import type { SignInSettings } from './settings.ts'
import { joinTabs } from './tabs.ts'

/** Members never need it. */
const SignInPage = lazy(() => import('./sign-in-page.tsx'))

/** Shows the product to members and the way in to everyone else; a loader until the browser has decided who this is. */
export function SessionGate({ settings, children }: { settings: SignInSettings; children: ReactNode }) {
  const { data: session } = useQuery(sessionQuery)
  const state = session?.state ?? 'unknown'
  const failure = useDecision(state, settings)

  if (failure) return <LoadError error={failure.error} reset={failure.retry} />
  if (state === 'unknown') return <Loader />
  if (state === 'member') return children
  if (state === 'not_invited') return <NotInvited settings={settings} />
  return (
    <Suspense fallback={<Loader />}>
      <SignInPage settings={settings} />
    </Suspense>
  )
}

/** Starts Firebase in every tab, and lets it decide where the server could not. */
function useDecision(state: string, settings: SignInSettings) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [error, setError] = useState<Error>()

  useEffect(() => joinTabs(() => void leaveProduct(settings)), [settings])

  useEffect(
    () =>
      onRefused(() => {
        toast.error(m.signed_out_notice())
        void expireSession(queryClient, settings)
      }),
    [queryClient, settings],
  )

  useEffect(() => {
    const decide = async () => {
      if (state !== 'unknown') return void (await openSignIn(settings))
      // Most likely what comes next; it loads beside Firebase.
      void import('./sign-in-page.tsx')
      const { state: decided } = await resolveSession(queryClient, settings)
      if (decided === 'member') await router.invalidate()
    }
    // A member whose Firebase does not load works on with the session cookie.
    decide().catch((cause: Error) => state === 'unknown' && setError(cause))
  }, [state, settings, queryClient, router])

  return error && { error, retry: () => setError(undefined) }
}
