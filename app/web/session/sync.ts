import { createClient } from '~/contract/client.ts'
import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { getMe } from '~/contract/users.ts'
import type { RequestContext } from '~/web/request-context.ts'
import { sessionCookie } from './cookie.ts'

/**
 * Sets the session cookie to a token that the provider accepts. 204, also for someone who is not invited or whose address
 * is not confirmed, or who was deactivated (the page says so); 403 for another site's request (it would be a login in
 * someone else's name), 401 for a bad token, 503 when the provider cannot say.
 */
export async function syncSession(request: Request, { provider, providerOrigin }: RequestContext): Promise<Response> {
  if (!isSameOrigin(request)) return new Response(null, { status: 403 })
  const token = request.headers.get('authorization')?.replace(/^bearer /i, '')
  if (!token) return new Response(null, { status: 401 })
  try {
    await createClient({ fetch: provider, origin: providerOrigin, token })(getMe)
  } catch (error) {
    const code = error instanceof ApiError ? error.code : 'unexpected'
    if (code === 'invalid_credentials') return new Response(null, { status: 401 })
    if (!ofGoodTokens.includes(code)) return new Response(null, { status: 503 })
  }
  return new Response(null, {
    status: 204,
    headers: { 'set-cookie': sessionCookie(request.url, token), 'cache-control': 'no-store' },
  })
}

/** Refusals of accounts whose token is good. */
const ofGoodTokens: ErrorCode[] = ['email_not_verified', 'user_not_invited', 'organization_not_chosen', 'not_active']

function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : request.headers.get('origin') === new URL(request.url).origin
}
