import type { OpenAPIHono } from '@hono/zod-openapi'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { Context } from 'hono'
import type { Endpoint, ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { type Database, openDatabase } from '~/provider/db/index.ts'
import type { Identity } from '~/provider/identity/claims.ts'
import { requireOpenSession } from '~/provider/identity/ended-sessions.ts'
import { requireScope, type UsedApiKey } from '~/provider/identity/api-key-holder.ts'
import type { Member, MemberIds, Statements } from '~/provider/identity/members.ts'
import { findAccount, findCaller, requireKnown } from './caller.ts'
import { readInput } from './input.ts'
import { requireOwnOrganization } from './own-organization.ts'
import { documentedRoute } from './route.ts'

/** What a handler works with besides its input. */
export interface OpenCall {
  env: Env
  db: Database
  request: Request
  waitUntil: (work: Promise<unknown>) => void
}

/** The same, where the caller is known: every endpoint with the access `member` or `admin`. */
export interface Call extends OpenCall {
  member: Member
  /** Where a program calls in the member's name. */
  apiKey: UsedApiKey | undefined
}

interface ApiEnv {
  Bindings: Env
}

export type Api = OpenAPIHono<ApiEnv>

type Handler<E extends Endpoint> = (input: ParsedOf<E>, call: Call) => Promise<ResultOf<E>>

/**
 * Serves an endpoint of the contract to members. Before the handler runs, and before the input is looked at, the caller is
 * known, and the role and the key's scope fit; a call that is not in order ends with `invalid_credentials`, `email_not_verified`, `not_active`,
 * `organization_not_chosen`, `user_not_invited`, `operation_not_authorized` or `invalid_request`, in this order. A call may name its caller's
 * organisation, and none but that (`operation_not_authorized`).
 */
export function serve<E extends Endpoint>(api: Api, endpoint: E, handler: Handler<E>) {
  mountForMembers(api, endpoint, async (context) => {
    const { member, apiKey } = await findCaller(context, () => [])
    requireAccess(endpoint, { member, apiKey })
    const input = await readInput(endpoint, context)
    requireOwnOrganization(input, member)
    return handler(input, { ...openCall(context), member, apiKey })
  })
}

/** What a function that gives statements, for {@link serveReading}, has read by them. */
export type ReadBy<Select extends (...parameters: never[]) => readonly BatchItem<'sqlite'>[]> = BatchResponse<
  ReturnType<Select>
>

/**
 * Serves an endpoint whose handler has something to read of the database whatever the input is: `reads` gives the
 * statements, which are sent in one batch with that for the member, so that all is one trip. The member is not known then;
 * `caller` stands for the ids in SQL. The errors are those of {@link serve}, in the same order.
 */
export function serveReading<E extends Endpoint, const Reads extends readonly BatchItem<'sqlite'>[]>(
  api: Api,
  endpoint: E,
  reads: (db: Database, caller: MemberIds, input: ParsedOf<E>) => Reads,
  handler: (input: ParsedOf<E>, call: Call, read: BatchResponse<Reads>) => Promise<ResultOf<E>>,
) {
  mountForMembers(api, endpoint, async (context) => {
    const call = openCall(context)
    // No body is read of somebody unknown; and whatever is wrong with it is told to nobody but members.
    await requireKnown(context)
    const given = await readInput(endpoint, context).then(
      (input) => ({ input }),
      (refusal: unknown) => ({ refusal }),
    )
    const statementsOf = (ids: MemberIds) => ('input' in given ? [...reads(call.db, ids, given.input)] : [])
    const { member, apiKey, read } = await findCaller(context, statementsOf as (ids: MemberIds) => Statements)
    requireAccess(endpoint, { member, apiKey })
    if ('refusal' in given) throw given.refusal
    requireOwnOrganization(given.input, member)
    return handler(given.input, { ...call, member, apiKey }, read as BatchResponse<Reads>)
  })
}

/** Serves an endpoint to whoever has an account, with the errors of {@link findAccount}, then `invalid_request`. */
export function serveAccount<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: (input: ParsedOf<E>, call: OpenCall & { account: Identity }) => Promise<ResultOf<E>>,
) {
  if (endpoint.access !== 'account') throw new Error(`${endpoint.path} asks for more than an account, or for less`)
  mount(api, endpoint, async (context) => {
    const account = await findAccount(context)
    const call = openCall(context)
    await requireOpenSession(call.db, account)
    return handler(await readInput(endpoint, context), { ...call, account })
  })
}

/** Serves an endpoint of the contract that needs no member: `public`, or `signature`, which its handler checks. */
export function serveOpen<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: (input: ParsedOf<E>, call: OpenCall) => Promise<ResultOf<E>>,
) {
  if (endpoint.access !== 'public' && endpoint.access !== 'signature') throw new Error(`${endpoint.path} has a member`)
  mount(api, endpoint, async (context) => handler(await readInput(endpoint, context), openCall(context)))
}

type Run<E extends Endpoint> = (context: Context<ApiEnv>) => Promise<ResultOf<E>>

function mountForMembers<E extends Endpoint>(api: Api, endpoint: E, run: Run<E>) {
  if (endpoint.access !== 'member' && endpoint.access !== 'admin') throw new Error(`${endpoint.path} has no member`)
  mount(api, endpoint, run)
}

function mount<E extends Endpoint>(api: Api, endpoint: E, run: Run<E>) {
  api.openAPIRegistry.registerPath(documentedRoute(endpoint))
  api.on(endpoint.method.toUpperCase(), endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
    const result = await toItsEnd(run(context), context)
    if (result instanceof Response) return result
    return result === undefined ? context.body(null, 204) : context.json(result)
  })
}

/**
 * Work that goes on when its client has left, which otherwise ends it between any two of its steps: a change without its audit, a key
 * that stays claimed. Reads too: some of them change something (the first sign-in, a download that opens once, an upload that is
 * validated).
 *
 * The platform gives it 30 seconds from then on. What may take longer is safe elsewhere: a question is written in its member's
 * object, documents and mails are the queue's, and what a part of an upload still lacks has left with the client.
 */
function toItsEnd<Result>(work: Promise<Result>, { executionCtx }: Context<ApiEnv>): Promise<Result> {
  executionCtx.waitUntil(Promise.allSettled([work]))
  return work
}

/** By the caller's role, and by what the key is for that they call with. */
function requireAccess(endpoint: Endpoint, { member, apiKey }: Pick<Call, 'member' | 'apiKey'>): void {
  if (endpoint.access === 'admin' && member.role !== 'admin') throw new ApiError('operation_not_authorized')
  requireScope(endpoint, apiKey)
}

const openCall = (context: Context<ApiEnv>): OpenCall => ({
  env: context.env,
  db: openDatabase(context.env.DB),
  request: context.req.raw,
  waitUntil: (work) => context.executionCtx.waitUntil(work),
})
