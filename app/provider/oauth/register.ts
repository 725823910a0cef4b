import { and, count, eq, gt } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { programScopes, type registerProgram as endpoint } from '~/contract/oauth.ts'
import type { OpenCall } from '~/provider/api/serve.ts'
import { oauthClients } from '~/provider/db/index.ts'
import { networkOf } from '~/provider/request/call-rates.ts'
import { mayBeRedirectUri } from './redirect-uris.ts'
import { OAuthRefusal } from './refusal.ts'

/** Programs that one network may register in an hour. */
const mostAnHour = 30
const hour = 60 * 60 * 1000
const longestName = 100

/**
 * Registers a program: it can ask members for leave, and nothing else.
 * @throws OAuthRefusal `invalid_redirect_uri`
 * @throws ApiError `rate_limited`
 */
export async function registerProgram(
  { body: { client_name = '', redirect_uris } }: ParsedOf<typeof endpoint>,
  { db, request }: OpenCall,
): Promise<Response> {
  if (redirect_uris.length === 0 || !redirect_uris.every(mayBeRedirectUri)) {
    throw new OAuthRefusal('invalid_redirect_uri', 'Redirect URIs are https, or http on this machine.')
  }
  const network = networkOf(request.headers.get('cf-connecting-ip')) ?? 'local'
  const anHourAgo = new Date(Date.now() - hour).toISOString()
  const registered = await db
    .select({ programs: count() })
    .from(oauthClients)
    .where(and(eq(oauthClients.network, network), gt(oauthClients.created_at, anHourAgo)))
    .get()
  if (registered!.programs >= mostAnHour) throw new ApiError('rate_limited', { retry_after: hour / 1000 })
  const name = plainName(client_name) || new URL(redirect_uris[0]!).host
  const id = crypto.randomUUID()
  await db.insert(oauthClients).values({ id, name, redirect_uris, network })
  const program = {
    client_id: id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: name,
    redirect_uris,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none' as const,
    scope: programScopes.join(' '),
  }
  return Response.json(program, { status: 201 })
}

/** Without what is not seen, or turns the text around it. */
const plainName = (name: string) =>
  name
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
