import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { onFirstInput } from '~/ui/first-input.ts'
import { Loader } from '~/ui/loader.tsx'
import { retryImport } from '~/ui/retry-import.ts'
import { preloadable } from '~/ui/preloadable.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import type { SignIn } from './firebase.ts'
import { GateFrame } from './gate-frame.tsx'
import { openSignIn, resolveSession } from './session.ts'
import type { SignInSettings } from './settings.ts'
import { SignInForm } from './sign-in-form.tsx'

const ResetForm = preloadable(retryImport(() => import('./reset-form.tsx')))
/** What a failed attempt says: most never need it. */
const loadErrors = () => import('./auth-error.ts')

/** The form to sign in, or the one to ask for a new password. What was typed stays when an attempt fails. */
export default function SignInPage({ settings }: { settings: SignInSettings }) {
  const [view, setView] = useState<'sign-in' | 'reset'>('sign-in')
  const [email, setEmail] = useState('')
  const { busy, error, attempt, clear } = useAttempt(settings)
  useReady(settings)

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
          onSubmit={(password) =>
            attempt((signIn) => signIn.withPassword(email, password), 'enter', { byPassword: true })
          }
          onGoogle={() => attempt((signIn) => signIn.withGoogle(), 'enter', { popup: true })}
          onForgot={() => show('reset')}
        />
      ) : (
        <Suspense fallback={<Loader />}>
          <ResetForm
            email={email}
            onEmail={setEmail}
            onSubmit={() => attempt((signIn) => signIn.sendReset(email), 'stay')}
            onBack={() => show('sign-in')}
          />
        </Suspense>
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
 * Starts Firebase when somebody begins to use the form; not before, since it is a fifth of the page. Where no pointer hovers,
 * nothing announces a tap on 'Sign in with Google', and a popup is allowed only right after it: Firebase follows the page.
 */
function useReady(settings: SignInSettings) {
  useEffect(() => {
    const start = () => {
      openSignIn(settings).catch(() => {})
      void ResetForm.preload()
      loadErrors().catch(() => {})
    }
    return matchMedia('(hover: hover)').matches ? onFirstInput(start) : start()
  }, [settings])
}

/**
 * Runs an attempt; `enter` goes on into the product. Returns whether it worked. While a popup is open the form stays usable:
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
    { popup = false, byPassword = false } = {},
  ): Promise<boolean> {
    const number = ++latest.current
    const isLatest = () => number === latest.current
    setBusy(true)
    setError(undefined)
    try {
      const signIn = await openSignIn(settings)
      if (isLatest()) setBusy(!popup)
      await work(signIn)
      setBusy(true)
      if (then === 'enter') {
        const { state } = await resolveSession(queryClient, settings)
        if (state === 'signed_out') {
          // Firebase lets the account in, the server does not: the two are not set up for each other.
          setError(m.auth_error_fallback())
          return false
        }
        await router.invalidate()
      }
      return true
    } catch (cause) {
      const text = await errorText(cause, byPassword)
      if (isLatest()) setError(text)
      return false
    } finally {
      if (isLatest()) setBusy(false)
    }
  }

  return { busy, error, attempt, clear: () => setError(undefined) }
}

/** Undefined where the user closed the Google window, which needs no message. */
async function errorText(cause: unknown, byPassword: boolean): Promise<string | undefined> {
  const errors = await loadErrors().catch(() => undefined)
  if (!errors) return m.auth_error_fallback()
  if (errors.isDismissed(cause)) return undefined
  return byPassword ? errors.passwordErrorMessage(cause) : errors.authErrorMessage(cause)
}
