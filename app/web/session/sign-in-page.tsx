import { Suspense, useEffect, useState } from 'react'
import { ErrorBanner } from '~/ui/banner.tsx'
import { onFirstInput } from '~/ui/first-input.ts'
import { Loader } from '~/ui/loader.tsx'
import { retryImport } from '~/ui/retry-import.ts'
import { preloadable } from '~/ui/preloadable.tsx'
import { loadErrors, useAttempt } from './attempt.ts'
import { Busy } from './busy.tsx'
import { GateFrame } from './gate-frame.tsx'
import { openSignIn } from './session.ts'
import type { SignInSettings } from './settings.ts'
import { SignInForm } from './sign-in-form.tsx'

const ResetForm = preloadable(retryImport(() => import('./reset-form.tsx')))

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
          onGoogle={
            settings.google ? () => attempt((signIn) => signIn.withGoogle(), 'enter', { popup: true }) : undefined
          }
          onForgot={() => show('reset')}
        />
      ) : (
        <Suspense fallback={<Loader />}>
          <ResetForm
            email={email}
            onEmail={setEmail}
            mails={settings.mails}
            onSubmit={() => attempt((signIn) => signIn.sendReset(email), 'stay')}
            onBack={() => show('sign-in')}
          />
        </Suspense>
      )}
      {busy && <Busy />}
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
