import type { Context } from 'hono'
import { ApiError } from '~/contract/errors.ts'
import { openDatabase } from '~/provider/db/index.ts'
import type { Identity } from '~/provider/identity/claims.ts'
import { findMember, type Found, type Statements } from '~/provider/identity/members.ts'
import { identitySettings } from '~/provider/identity/settings.ts'
import { verifyIdToken } from '~/provider/identity/verify.ts'
import { requireAccountRate } from '~/provider/request/call-rates.ts'

/** What one request knows of a token: a page view makes several calls of the API, whose caller is verified and read once. */
interface Caller {
  identity: Promise<Identity>
  found?: Promise<Found>
}

const callers = new WeakMap<object, Map<string, Caller>>()

/**
 * Finds the member behind the bearer token and reads `statementsOf(uid)` in the same batch; where another call of this
 * request has found the member, or is about to, the statements alone.
 *
 * @throws ApiError `invalid_credentials`, `email_not_verified`, `not_active`, `organization_not_chosen` or `user_not_invited`
 */
export async function findCaller(context: Context<{ Bindings: Env }>, statementsOf: (uid: string) => Statements) {
  const caller = callerOf(context)
  const { uid } = await caller.identity
  const { DB } = context.env
  if (!caller.found) {
    caller.found = findMember(DB, await caller.identity, statementsOf(uid))
    return caller.found
  }
  const [first, ...others] = statementsOf(uid)
  const [{ member }, read] = await Promise.all([caller.found, first ? openDatabase(DB).batch([first, ...others]) : []])
  return { member, read }
}

/**
 * The account behind the bearer token, whether or not it is a member's: nothing is read for it.
 *
 * @throws ApiError `invalid_credentials`, `email_not_verified` or `rate_limited`
 */
export const findAccount = (context: Context<{ Bindings: Env }>): Promise<Identity> => callerOf(context).identity

function callerOf(context: Context<{ Bindings: Env }>): Caller {
  const token = bearerToken(context.req.header('authorization'))
  const known = callers.get(context.executionCtx) ?? new Map<string, Caller>()
  callers.set(context.executionCtx, known)
  const caller = known.get(token) ?? { identity: identify(token, context.env) }
  known.set(token, caller)
  return caller
}

async function identify(token: string, env: Env): Promise<Identity> {
  const identity = await verifyIdToken(token, identitySettings(env))
  await requireAccountRate(env, identity.uid)
  return identity
}

function bearerToken(authorization = ''): string {
  const [scheme, token, rest] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest !== undefined) throw new ApiError('invalid_credentials')
  return token
}
