import { count, eq } from 'drizzle-orm'
import { mostApiKeys } from '~/contract/api-keys.ts'
import { ApiError } from '~/contract/errors.ts'
import type { AuthorizationRequest } from '~/contract/oauth.ts'
import { selectPolicy } from '~/provider/api-keys/list.ts'
import type { Call } from '~/provider/api/serve.ts'
import { changeRecorded } from '~/provider/audits/owed-actions.ts'
import { apiKeys, now, oauthClients, oauthCodes } from '~/provider/db/index.ts'
import { mayUseApiKeys } from '~/provider/identity/api-key-policy.ts'
import { newSecret } from '~/provider/identity/api-key-secret.ts'
import { hostOf } from './redirect-uris.ts'
import { answerTo } from './request.ts'
import { unseal } from './signed-request.ts'

/** Milliseconds in which a program takes up what it was allowed. */
const codeLifetime = 60_000

/** Which program asks for what. @throws ApiError `invalid_request`, `does_not_exist`, `operation_not_authorized` */
export async function describeRequest(sealed: string, call: Call): Promise<AuthorizationRequest> {
  const { clientId, redirectUri, scopes } = await unseal(call.env, sealed)
  const { name } = await findProgram(clientId, call)
  return { name, host: hostOf(redirectUri), scopes }
}

/**
 * Allows a program what it asks for, or does not, and says where its answer is to be led.
 * @throws ApiError those of {@link describeRequest}, `quota_exceeded` where the member has too many keys
 */
export async function answerRequest(
  { request: sealed, allow }: { request: string; allow: boolean },
  call: Call,
): Promise<{ redirect_to: string }> {
  const { db, env, member, request } = call
  const { clientId, redirectUri, challenge, scopes, state } = await unseal(env, sealed)
  const iss = new URL(request.url).origin
  if (!allow) return { redirect_to: answerTo(redirectUri, { error: 'access_denied', state, iss }) }
  const program = await findProgram(clientId, call)
  const { secret: code, hash } = newSecret()
  const insertion = db.insert(oauthCodes).values({
    hash,
    client_id: clientId,
    user_id: member.id,
    redirect_uri: redirectUri,
    challenge,
    scopes,
    expires_at: new Date(Date.now() + codeLifetime).toISOString(),
  })
  const used = db.update(oauthClients).set({ allowed_at: now() }).where(eq(oauthClients.id, clientId))
  await changeRecorded(call, [used, insertion], {
    action: 'program_allowed',
    target: program.name,
    details: { host: hostOf(redirectUri), scopes: scopes.join(' ') },
  })
  return { redirect_to: answerTo(redirectUri, { code, state, iss }) }
}

/** The program, where the member may allow it something. */
async function findProgram(id: string, { db, member }: Call) {
  const [[program], [policy], [counted]] = await db.batch([
    db.select().from(oauthClients).where(eq(oauthClients.id, id)),
    selectPolicy({ db, member }),
    db.select({ keys: count() }).from(apiKeys).where(eq(apiKeys.user_id, member.id)),
  ])
  if (!program) throw new ApiError('does_not_exist', { entity: 'program' })
  if (!mayUseApiKeys({ role: member.role, isService: false }, policy!.allowed_for)) {
    throw new ApiError('operation_not_authorized')
  }
  if (counted!.keys >= mostApiKeys) throw new ApiError('quota_exceeded')
  return program
}
