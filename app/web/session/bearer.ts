import { goneStatus } from '~/web/gone-function.ts'
import { reloadIfReplaced } from '~/web/reload-if-replaced.ts'

type TokenSource = () => Promise<string | null>

let source: TokenSource | undefined
let startSource: (() => Promise<unknown>) | undefined

/** From now on calls carry the token that `next` returns; Firebase sets it once it knows the user. */
export function setTokenSource(next: TokenSource) {
  source = next
}

/** What starts Firebase, for the first call that the session cookie no longer carries. */
export function setTokenSourceStart(start: () => Promise<unknown>) {
  startSource = start
}

/** The headers that identify the caller; none while this tab has no Firebase user, when the session cookie speaks. */
export async function bearerHeaders(): Promise<Record<string, string>> {
  const token = await source?.()
  // Without Firebase the session cookie may speak; with it, there is nobody to speak for.
  if (source && !token) console.warn('A call goes out without a token: nobody is signed in.')
  return token ? { authorization: `Bearer ${token}` } : {}
}

/**
 * `fetch` of a server function. It starts Firebase where a call went by the session cookie and that has grown too old: the call is
 * made again with a new token. A call that was refused has changed nothing. A tab of a version that is no longer served is reloaded.
 */
export async function fetchRenewing(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const byCookie = source === undefined
  const response = await fetch(input, init)
  if (response.status === goneStatus) void reloadIfReplaced()
  if (response.status !== 401 || !byCookie) return response
  await startSource?.()
  const { authorization } = await bearerHeaders()
  if (!authorization) return response
  const headers = new Headers(init?.headers)
  headers.set('authorization', authorization)
  return fetch(input, { ...init, headers })
}
