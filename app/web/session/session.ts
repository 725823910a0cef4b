import type { QueryClient } from '@tanstack/react-query'
import { setTokenSource } from './bearer.ts'
import type { SignIn } from './firebase.ts'
import { forgetMember } from './forgotten.ts'
import { sessionQuery } from './queries.ts'
import { endSession, getSession, type Session } from './session.functions.ts'
import type { SignInSettings } from './settings.ts'
import { adoptUser, dropUser, notifyTabsSignedOut } from './tabs.ts'

let starting: Promise<SignIn> | undefined

/** Firebase, started on the first call. Before it looks, the tab takes over the user of another tab of the session. */
export function openSignIn(settings: SignInSettings): Promise<SignIn> {
  starting ??= start(settings).catch((error: unknown) => {
    starting = undefined
    throw error
  })
  return starting
}

/** Never in the Worker, whose build would else have all of Firebase in it. */
const loadFirebase = () =>
  import.meta.env.SSR ? Promise.reject(new Error('only a browser signs in')) : import('./firebase.ts')

async function start(settings: SignInSettings): Promise<SignIn> {
  const [firebase] = await Promise.all([loadFirebase(), adoptUser()])
  const signIn = await firebase.startSignIn(settings)
  setTokenSource(signIn.token)
  return signIn
}

/**
 * Decides an `unknown` session by what Firebase keeps in this browser; it is not started where it keeps nothing. A token
 * older than five minutes is not synced by the SDK itself, so it is handed to `/session` here.
 */
export async function resolveSession(queryClient: QueryClient, settings: SignInSettings): Promise<Session> {
  const known = starting !== undefined || (await adoptUser())
  const token = known ? await (await openSignIn(settings)).token() : null
  if (token) await fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const session = token ? await getSession() : undefined
  const decided: Session = session && session.state !== 'unknown' ? session : { state: 'signed_out' }
  queryClient.setQueryData(sessionQuery.queryKey, decided)
  return decided
}

/** Logs out in this tab and all others, forgets everything that was loaded, and reloads. */
export async function logOut() {
  notifyTabsSignedOut()
  await leaveProduct()
}

/** What logging out means in one tab; the others do the same when they hear of it. */
export async function leaveProduct() {
  await leave()
  forgetMember()
  location.assign('/chat')
}

/** Ends a session that the server no longer accepts: back to the sign-in form, in place, with all that was typed kept. */
export async function expireSession(queryClient: QueryClient) {
  await leave()
  queryClient.setQueryData<Session>(sessionQuery.queryKey, { state: 'signed_out' })
}

async function leave() {
  const signIn = await starting?.catch(() => undefined)
  // At once, so that no other tab takes the user over; where Firebase was never started, it is all there is to do here.
  dropUser()
  // First, while Firebase still has the token that says which session it is.
  await endSession().catch(() => {})
  await signIn?.signOut().catch(() => {})
}
