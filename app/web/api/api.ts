import { createMiddleware } from '@tanstack/react-start'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { createClient } from '~/contract/client.ts'
import { hasCode } from '~/contract/errors.ts'
import { bearerHeaders, fetchRenewing } from '~/web/session/bearer.ts'
import { callerToken } from '~/web/session/caller-token.ts'
import { noticeRefusal } from '~/web/session/refusals.ts'

/**
 * Gives a server function `context.api`, the contract's client in the caller's name: by the bearer token that the browser
 * attaches, else by the session cookie (a first page view, or a tab that has not started Firebase).
 */
export const withApi = createMiddleware({ type: 'function' })
  .client(async ({ next }) => next({ headers: await bearerHeaders(), fetch: fetchRenewing }).catch(noticeRefusal))
  .server(async ({ next, context, signal }) => {
    const request = getRequest()
    const token = callerToken(request)
    const api = createClient({
      fetch: context.provider,
      origin: context.providerOrigin,
      signal,
      ...(token && { token }),
      headers: passedOn(request.headers),
    })
    return next({ context: { api } }).catch(tellRefusal)
  })

/** Refused callers are told by the status too, which `fetchRenewing` looks for. */
function tellRefusal(error: unknown): never {
  if (hasCode(error, 'invalid_credentials')) setResponseStatus(error.status)
  throw error
}

/** The headers of the browser's call that mean something to the provider. */
const passedOn = (headers: Headers) =>
  ['idempotency-key', 'last-event-id'].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value ? [[name, value]] : []
  })
