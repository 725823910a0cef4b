import { eq } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { ProgramScope, programScopes, type requestAuthorization as endpoint } from '~/contract/oauth.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import { oauthClients } from '~/provider/db/index.ts'
import { resourceAt } from './addresses.ts'
import { isRegistered } from './redirect-uris.ts'
import { OAuthRefusal } from './refusal.ts'
import { seal } from './signed-request.ts'

type Asked = ParsedOf<typeof endpoint>['query']

/**
 * Leads a member on to the page on which they decide, or back to the program with what is wrong with its request.
 * @throws ApiError `does_not_exist` for a program that there is not, `invalid_request` where it wants to have the answer elsewhere than it
 *   registered: nobody is led there
 */
export async function requestAuthorization(asked: Asked, { db, env, request }: OpenCall): Promise<Response> {
  const client = await db.select().from(oauthClients).where(eq(oauthClients.id, asked.client_id)).get()
  if (!client) throw new ApiError('does_not_exist', { entity: 'program' })
  if (!isRegistered(asked.redirect_uri, client.redirect_uris)) {
    throw new ApiError('invalid_request', undefined, { message: 'redirect_uri is not registered.' })
  }
  const { origin } = new URL(request.url)
  try {
    const { redirect_uri: redirectUri, state } = asked
    const checked = { clientId: client.id, redirectUri, state, ...check(asked, origin) }
    return redirect(`/authorize?request=${await seal(env, checked)}`)
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error
    const refusal = { error: error.reason, error_description: error.message }
    return redirect(answerTo(asked.redirect_uri, { ...refusal, state: asked.state, iss: origin }))
  }
}

function check(asked: Asked, origin: string): { challenge: string; scopes: ProgramScope[] } {
  if (asked.response_type !== 'code') {
    throw new OAuthRefusal('unsupported_response_type', 'The only response_type is code.')
  }
  const challenge = asked.code_challenge ?? ''
  if (asked.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
    throw new OAuthRefusal('invalid_request', 'PKCE with S256 is needed.')
  }
  if (asked.resource !== undefined && asked.resource !== resourceAt(origin)) {
    throw new OAuthRefusal('invalid_target', `The only resource is ${resourceAt(origin)}.`)
  }
  const named = asked.scope?.split(' ').filter(Boolean) ?? []
  const scopes = named.length === 0 ? [...programScopes] : programScopes.filter((scope) => named.includes(scope))
  if (scopes.length === 0) throw new OAuthRefusal('invalid_scope', `Scopes are ${programScopes.join(', ')}.`)
  return { challenge, scopes }
}

/** An address of the program with its answer. */
export function answerTo(redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
