import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import type { SignIn } from './firebase.ts'
import { openSignIn, resolveSession } from './session.ts'
import type { SignInSettings } from './settings.ts'

/** What a failed attempt says: most never need it. */
export const loadErrors = () => import('./auth-error.ts')

/**
 * Runs an attempt; `enter` goes on into the product. Returns whether it worked. While a popup is open the form stays usable:
 * the SDK notices only ten seconds later that it was closed.
 */
export function useAttempt(settings: SignInSettings) {
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
