import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { authErrorMessage, isDismissed } from './auth-error.ts'
import type { SignIn } from './firebase.ts'
import { GateFrame } from './gate-frame.tsx'
import { ResetForm } from './reset-form.tsx'
import { openSignIn, resolveSession } from './session.ts'
import type { SignInSettings } from './settings.ts'
import { SignInForm } from './sign-in-form.tsx'

/** The form to sign in, or the one to ask for a new password. What was typed stays when an attempt fails. */
export default function SignInPage({ settings }: { settings: SignInSettings }) {
  const [view, setView] = useState<'sign-in' | 'reset'>('sign-in')
  const [email, setEmail] = useState('')
  const { busy, error, attempt, clear } = useAttempt(settings)

  const show = (next: typeof view) => {
    clear()
    setView(next)
  }

  return (
    <GateFrame>
      {error && <ErrorBanner>{error}</ErrorBanner>}
      {view === 'sign-in' ? (
        <SignInForm
          email={email}
          onEmail={setEmail}
          onSubmit={(password) => attempt((signIn) => signIn.withPassword(email, password), 'enter')}
          onGoogle={() => attempt((signIn) => signIn.withGoogle(), 'enter', { popup: true })}
          onForgot={() => show('reset')}
        />
      ) : (
        <ResetForm
          email={email}
          onEmail={setEmail}
          onSubmit={() => attempt((signIn) => signIn.sendReset(email), 'stay')}
          onBack={() => show('sign-in')}
        />
      )}
      {busy && (
        <div role="status" className="absolute inset-0 z-10 grid place-items-center rounded-xl bg-surface/70">
          <Spinner className="size-7 text-accent" />
          <span className="sr-only">{m.sign_in_busy()}</span>
        </div>
      )}
    </GateFrame>
  )
}

/**
 * Runs an attempt; `enter` goes on into the product. Gives whether it worked. While a popup is open the form stays usable:
 * the SDK notices only ten seconds later that it was closed.
 */
function useAttempt(settings: SignInSettings) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const latest = useRef(0)

  async function attempt(
    work: (signIn: SignIn) => Promise<void>,
    then: 'enter' | 'stay',
    { popup = false } = {},
  ): Promise<boolean> {
    const number = ++latest.current
    const isLatest = () => number === latest.current
    setBusy(!popup)
    setError(undefined)
    try {
      await work(await openSignIn(settings))
      setBusy(true)
      if (then === 'enter') {
        const { state } = await resolveSession(queryClient, settings)
        if (state === 'signed_out') throw new Error('The server does not accept the account')
        await router.invalidate()
      }
      return true
    } catch (cause) {
      if (!isDismissed(cause) && isLatest()) setError(authErrorMessage(cause))
      return false
    } finally {
      if (isLatest()) setBusy(false)
    }
  }

  return { busy, error, attempt, clear: () => setError(undefined) }
}
