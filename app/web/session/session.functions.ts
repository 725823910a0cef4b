import { createServerFn } from '@tanstack/react-start'
import { getRequest, setResponseHeader } from '@tanstack/react-start/server'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { getMe, type Me } from '~/contract/users.ts'
import { withApi } from '~/web/api/api.ts'
import { endedSessionCookie } from './cookie.ts'

/**
 * Who the caller is. `unknown`: no valid token came with the request, which says nothing about what Firebase keeps in the
 * browser; `signed_out` is only ever decided there. `not_verified`: the account's address has yet to be confirmed.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'signed_out' }
  | { state: 'not_verified' }
  | { state: 'not_invited' }
  | { state: 'not_active' }
  | { state: 'member'; me: Me }

const refusedStates: { [Code in ErrorCode]?: 'unknown' | 'not_verified' | 'not_invited' | 'not_active' } = {
  invalid_credentials: 'unknown',
  email_not_verified: 'not_verified',
  user_not_invited: 'not_invited',
  not_active: 'not_active',
}

/** The caller's session. Throws what the provider cannot help: `service_unavailable` and the like. */
export const getSession = createServerFn()
  .middleware([withApi])
  .handler(async ({ context }): Promise<Session> => {
    try {
      return { state: 'member', me: await context.api(getMe) }
    } catch (error) {
      const state = error instanceof ApiError ? refusedStates[error.code] : undefined
      if (!state) throw error
      return { state }
    }
  })

/** Forgets the session cookie. */
export const endSession = createServerFn({ method: 'POST' }).handler(async () => {
  setResponseHeader('set-cookie', endedSessionCookie(getRequest().url))
})

/** What the browser needs to sign in. */
export const getSignInSettings = createServerFn().handler(async ({ context }) => context.signIn)
