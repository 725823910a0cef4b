import { createServerFn } from '@tanstack/react-start'
import { getRequest, setResponseHeader } from '@tanstack/react-start/server'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { acceptInvitation, listInvitations } from '~/contract/invitations.ts'
import { signOut } from '~/contract/sessions.ts'
import { getMe, type Me } from '~/contract/users.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'
import { endedSessionCookie } from './cookie.ts'

/**
 * Who the caller is. `unknown`: no valid token came with the request, which says nothing about what Firebase keeps in the
 * browser; `signed_out` is only ever decided there. `not_verified`: the account's address has yet to be confirmed;
 * `not_chosen`: several organisations have invited it.
 */
export type Session =
  | { state: 'unknown' }
  | { state: 'signed_out' }
  | { state: 'not_verified' }
  | { state: 'not_invited' }
  | { state: 'not_chosen' }
  | { state: 'not_active' }
  | { state: 'member'; me: Me }

const refusedStates: { [Code in ErrorCode]?: Exclude<Session['state'], 'signed_out' | 'member'> } = {
  invalid_credentials: 'unknown',
  email_not_verified: 'not_verified',
  user_not_invited: 'not_invited',
  organization_not_chosen: 'not_chosen',
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

/** The organisations that have invited the caller. */
export const getInvitations = createServerFn()
  .middleware([withApi])
  .handler(async ({ context }) => (await context.api(listInvitations)).items)

/** Makes the caller a member of the organisation that sent the invitation of this id. */
export const joinOrganization = createServerFn({ method: 'POST' })
  .validator(passed<{ id: number }>())
  .middleware([withApi])
  .handler(async ({ context, data: params }) => {
    await context.api(acceptInvitation, { params })
  })

/**
 * Ends the session on the server, so that no copy of its token goes on, and forgets the cookie. That is done in any case: for a session
 * that has ended already, and by a provider that cannot end any.
 */
export const endSession = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .handler(async ({ context }) => {
    setResponseHeader('set-cookie', endedSessionCookie(getRequest().url))
    await context.api(signOut).catch(() => {})
  })

/** What the browser needs to sign in. */
export const getSignInSettings = createServerFn().handler(async ({ context }) => context.signIn)
