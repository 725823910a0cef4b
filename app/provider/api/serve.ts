import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Endpoint, ParsedOf, ResultOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { type Database, openDatabase } from '~/provider/db/index.ts'
import { findMember, type Member } from '~/provider/identity/members.ts'
import { identitySettings } from '~/provider/identity/settings.ts'
import { verifyIdToken } from '~/provider/identity/verify.ts'
import { documentedRoute, validatedRoute } from './route.ts'

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
}

interface ApiEnv {
  Bindings: Env
  Variables: { member: Member }
}

export type Api = OpenAPIHono<ApiEnv>

/**
 * Serves an endpoint of the contract to members. Before the handler runs, and before the input is looked at, the caller is
 * known and the role fits; a call that is not in order ends with `invalid_credentials`, `email_not_verified`,
 * `user_not_invited`, `operation_not_authorized` or `invalid_request`, in this order.
 */
export function serve<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: (input: ParsedOf<E>, call: Call) => Promise<ResultOf<E>>,
) {
  if (endpoint.access !== 'member' && endpoint.access !== 'admin') throw new Error(`${endpoint.path} has no member`)
  mount(api, endpoint, [identify(endpoint)], (input, context) =>
    handler(input, { ...openCall(context), member: context.var.member }),
  )
}

/** Serves an endpoint of the contract that needs no member: `public`, or `signature`, which its handler checks. */
export function serveOpen<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: (input: ParsedOf<E>, call: OpenCall) => Promise<ResultOf<E>>,
) {
  if (endpoint.access !== 'public' && endpoint.access !== 'signature') throw new Error(`${endpoint.path} has a member`)
  mount(api, endpoint, [], (input, context) => handler(input, openCall(context)))
}

function mount<E extends Endpoint>(
  api: Api,
  endpoint: E,
  middleware: MiddlewareHandler<ApiEnv>[],
  run: (input: ParsedOf<E>, context: Context<ApiEnv>) => Promise<ResultOf<E>>,
) {
  api.openAPIRegistry.registerPath(documentedRoute(endpoint))
  const route = createRoute({ ...validatedRoute(endpoint), middleware, hide: true })
  api.openapi(route, async (context: Context<ApiEnv>) => {
    const input = {
      ...(endpoint.params && { params: context.req.valid('param' as never) }),
      ...(endpoint.query && { query: context.req.valid('query' as never) }),
      ...(endpoint.body instanceof z.ZodType && { body: context.req.valid('json' as never) }),
    } as ParsedOf<E>
    const result = await run(input, context)
    if (result instanceof Response) return result
    return result === undefined ? context.body(null, 204) : context.json(result)
  })
}

/** Finds the member behind the bearer token, and refuses those whom the endpoint is not for. */
const identify =
  ({ access }: Endpoint): MiddlewareHandler<ApiEnv> =>
  async (context, next) => {
    const [scheme, token, rest] = (context.req.header('authorization') ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest !== undefined) throw new ApiError('invalid_credentials')
    const identity = await verifyIdToken(token, identitySettings(context.env))
    const member = await findMember(context.env.DB, identity)
    if (access === 'admin' && member.role !== 'admin') throw new ApiError('operation_not_authorized')
    context.set('member', member)
    await next()
  }

const openCall = (context: Context<ApiEnv>): OpenCall => ({
  env: context.env,
  db: openDatabase(context.env.DB),
  request: context.req.raw,
  waitUntil: (work) => context.executionCtx.waitUntil(work),
})
