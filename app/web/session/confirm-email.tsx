import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { MailWarning } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { authErrorMessage } from './auth-error.ts'
import type { SignIn } from './firebase.ts'
import { GateFrame } from './gate-frame.tsx'
import { GateNotice } from './gate-notice.tsx'
import { expireSession, logOut, openSignIn, resolveSession } from './session.ts'
import type { SignInSettings } from './settings.ts'

/** What was done last: by a button, or by coming back to the page. */
type Step = 'send' | 'check' | 'return'

/**
 * Signed in with an address that nobody has confirmed: sends the mail again, and goes on once the link in it was opened,
 * which is also noticed when someone comes back to the page.
 */
export default function ConfirmEmail({ settings }: { settings: SignInSettings }) {
  const email = useEmail(settings)
  const { busy, outcome, run } = useSteps(settings)

  useReturn(() => run('return'))

  return (
    <GateFrame>
      <GateNotice icon={MailWarning} tone="bg-accent-soft text-accent-text" title={m.error_email_not_verified()}>
        {email ? m.confirm_email_hint({ email }) : m.confirm_email_hint_anonymous()}
      </GateNotice>
      {outcome?.error && <ErrorBanner>{outcome.error}</ErrorBanner>}
      <p
        role="status"
        className="rounded-md bg-sunken px-3.5 py-3 text-sm text-muted [overflow-wrap:anywhere] empty:hidden"
      >
        {outcome?.note}
      </p>
      <div className="grid gap-2.5">
        <Button variant="primary" className="h-11 w-full" busy={busy === 'check'} onClick={() => run('check')}>
          {m.confirm_email_done()}
        </Button>
        <Button className="h-11 w-full" busy={busy === 'send'} onClick={() => run('send')}>
          {m.confirm_email_send()}
        </Button>
        <Button variant="ghost" className="h-11 w-full" onClick={() => logOut()}>
          {m.sign_out()}
        </Button>
      </div>
    </GateFrame>
  )
}

/** The address of Firebase's user, once it is known; where the cookie outlived that user, back to the sign-in form. */
function useEmail(settings: SignInSettings) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState<string | null>(null)

  useEffect(() => {
    const read = (signIn: SignIn) => {
      if (signIn.hasUser()) setEmail(signIn.email())
      else void expireSession(queryClient)
    }
    // Where Firebase does not load, the buttons try again and say what is wrong.
    openSignIn(settings).then(read, () => {})
  }, [settings, queryClient])

  return email
}

/** Runs one step at a time. A check that nobody asked for is silent unless the address is confirmed. */
function useSteps(settings: SignInSettings) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const running = useRef(false)
  const [busy, setBusy] = useState<Step>()
  const [outcome, setOutcome] = useState<{ note?: string; error?: string }>()

  const send = async (signIn: SignIn) => {
    await signIn.sendConfirmation()
    return m.confirm_email_sent({ email: signIn.email() ?? '' })
  }
  const check = async (signIn: SignIn) => {
    if (!(await signIn.isConfirmed())) return m.confirm_email_pending()
    const { state } = await resolveSession(queryClient, settings)
    if (state === 'member') await router.invalidate()
    return undefined
  }

  const run = async (step: Step) => {
    if (running.current) return
    running.current = true
    setBusy(step)
    const asked = step !== 'return'
    if (asked) setOutcome(undefined)
    try {
      const signIn = await openSignIn(settings)
      const note = await (step === 'send' ? send : check)(signIn)
      if (asked) setOutcome({ note })
    } catch (error) {
      if (asked) setOutcome({ error: authErrorMessage(error) })
    } finally {
      running.current = false
      setBusy(undefined)
    }
  }
  return { busy, outcome, run }
}

/** Calls `listener` whenever someone comes back to this window or tab. */
function useReturn(listener: () => void) {
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState === 'visible') listener()
  })

  useEffect(() => {
    const left = new AbortController()
    addEventListener('focus', () => onReturn(), { signal: left.signal })
    document.addEventListener('visibilitychange', () => onReturn(), { signal: left.signal })
    return () => left.abort()
  }, [])
}
