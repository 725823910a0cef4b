import type { Context } from 'hono'
import { ApiError } from '~/contract/errors.ts'
import { openDatabase } from '~/provider/db/index.ts'
import { findHolder, type Holder, type UsedApiKey } from '~/provider/identity/api-key-holder.ts'
import { hashOf, isSecret } from '~/provider/identity/api-key-secret.ts'
import type { Identity } from '~/provider/identity/claims.ts'
import {
  findMember,
  type Found,
  idsByUid,
  type Member,
  type MemberIds,
  type Statements,
} from '~/provider/identity/members.ts'
import { identitySettings } from '~/provider/identity/settings.ts'
import { verifyIdToken } from '~/provider/identity/verify.ts'
import { requireAccountRate } from '~/provider/request/call-rates.ts'
import { requireApiKeyRate } from './api-key-rate.ts'

type ApiContext = Context<{ Bindings: Env }>

/** Somebody's token, or a program's key. A page view makes several calls of the API, whose caller is verified and read once. */
type Caller = { identity: Promise<Identity>; found?: Promise<Found> } | { holder: Promise<Holder> }

/** Who calls, with the key if a program does it in their name, and what was read along. */
interface FoundCaller {
  member: Member
  apiKey: UsedApiKey | undefined
  read: unknown[]
}

const callers = new WeakMap<object, Map<string, Caller>>()

/**
 * Finds the member behind the bearer token and reads `statementsOf(ids)` in the same batch; where the member is known, of a key or
 * since another call of this request has found them, or is about to, the statements alone.
 *
 * @throws ApiError `invalid_credentials`, `email_not_verified`, `not_active`, `organization_not_chosen`, `user_not_invited`, or
 *   `operation_not_authorized` for a key that the organisation does not take
 */
export async function findCaller(
  context: ApiContext,
  statementsOf: (ids: MemberIds) => Statements,
): Promise<FoundCaller> {
  const caller = callerOf(context)
  const { DB } = context.env
  if ('holder' in caller) {
    const { member, apiKey } = await caller.holder
    return { member, apiKey, read: await readAlone(DB, statementsOf(member)) }
  }
  const identity = await caller.identity
  const statements = statementsOf(idsByUid(identity.uid))
  if (!caller.found) {
    caller.found = findMember(DB, identity, statements)
    return { ...(await caller.found), apiKey: undefined }
  }
  const [{ member }, read] = await Promise.all([caller.found, readAlone(DB, statements)])
  return { member, apiKey: undefined, read }
}

async function readAlone(d1: D1Database, [first, ...others]: Statements): Promise<unknown[]> {
  return first ? openDatabase(d1).batch([first, ...others]) : []
}

/** That it is known who calls: an account, whether or not it is a member's, or a key. @throws ApiError those of {@link findCaller} */
export async function requireKnown(context: ApiContext): Promise<void> {
  const caller = callerOf(context)
  await ('holder' in caller ? caller.holder : caller.identity)
}

/**
 * The account behind the bearer token, whether or not it is a member's: nothing is read for it.
 *
 * @throws ApiError `invalid_credentials`, `email_not_verified`, `rate_limited`, or `operation_not_authorized` for a key
 */
export async function findAccount(context: ApiContext): Promise<Identity> {
  const caller = callerOf(context)
  if ('identity' in caller) return caller.identity
  await caller.holder
  throw new ApiError('operation_not_authorized')
}

function callerOf(context: ApiContext): Caller {
  const token = bearerToken(context.req.header('authorization'))
  const known = callers.get(context.executionCtx) ?? new Map<string, Caller>()
  callers.set(context.executionCtx, known)
  const caller = known.get(token) ?? identify(token, context.env)
  known.set(token, caller)
  return caller
}

const identify = (token: string, env: Env): Caller =>
  isSecret(token) ? { holder: identifyHolder(token, env) } : { identity: identifyAccount(token, env) }

async function identifyAccount(token: string, env: Env): Promise<Identity> {
  const identity = await verifyIdToken(token, identitySettings(env))
  await requireAccountRate(env, identity.uid)
  return identity
}

async function identifyHolder(secret: string, env: Env): Promise<Holder> {
  const hash = hashOf(secret)
  await requireAccountRate(env, hash)
  const holder = await findHolder(openDatabase(env.DB), hash)
  await requireApiKeyRate(env, holder)
  return holder
}

function bearerToken(authorization = ''): string {
  const [scheme, token, rest] = authorization.split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest !== undefined) throw new ApiError('invalid_credentials')
  return token
}
