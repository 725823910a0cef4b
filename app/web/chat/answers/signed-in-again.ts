import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '~/contract/errors.ts'
import { sessionQuery } from '~/web/session/queries.ts'

/** Milliseconds within which a refused call ends the session; a session that stands for longer was not ended by it. */
const sessionEndTimeoutMs = 5000

/**
 * Waits, after a call was refused, until the member has signed in again.
 *
 * @throws ApiError `invalid_credentials` when somebody else has
 */
export async function signedInAgain(queryClient: QueryClient): Promise<void> {
  const member = () => {
    const session = queryClient.getQueryData(sessionQuery.queryKey)
    return session?.state === 'member' ? session.me.user_id : undefined
  }
  const before = member()
  const { promise, resolve } = Promise.withResolvers<void>()
  let ended = before === undefined
  const timer = setTimeout(() => ended || resolve(), sessionEndTimeoutMs)
  const stopListening = queryClient.getQueryCache().subscribe(() => {
    if (member() === undefined) ended = true
    else if (ended) resolve()
  })
  await promise
  clearTimeout(timer)
  stopListening()
  if (before !== undefined && member() !== before) throw new ApiError('invalid_credentials')
}
