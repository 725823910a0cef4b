import { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Next } from 'hono'
import { ApiError } from '~/contract/errors.ts'
import { serveAgents } from './agents/handlers.ts'
import { serveApiKeys } from './api-keys/handlers.ts'
import { serveDocs } from './api/docs.ts'
import { answerError } from './api/errors.ts'
import type { Api } from './api/serve.ts'
import { serveAudits } from './audits/handlers.ts'
import { exportSources } from './exports.ts'
import { serveExports } from './exports/handlers.ts'
import { serveFiles } from './files/handlers.ts'
import { serveHealth } from './health/handlers.ts'
import { serveKeywords } from './keywords/handlers.ts'
import { serveMcp } from './mcp/handlers.ts'
import { serveMember } from './member/handlers.ts'
import { serveMetrics } from './metrics/handlers.ts'
import { serveModelSettings } from './model-settings/handlers.ts'
import { serveNotices } from './notices/handlers.ts'
import { serveOAuth } from './oauth/handlers.ts'
import { serveOpenAi } from './openai/handlers.ts'
import { servePrompts } from './prompts/handlers.ts'
import { requireAddressRate } from './request/call-rates.ts'
import { serveRetention } from './retention/handlers.ts'
import { serveUsers } from './users/handlers.ts'
import { serveWebpages } from './webpages/handlers.ts'

/** The embedded provider: the API of the contract over D1, R2, the queue and the answers' Durable Objects. */
function createApi(): Api {
  const api: Api = new OpenAPIHono()
  api.use(notCached)
  api.use(counted)
  api.onError(answerError)
  api.notFound((context) => answerError(new ApiError('does_not_exist', { entity: 'path' }), context))

  serveUsers(api)
  serveApiKeys(api)
  serveMember(api)
  serveOpenAi(api)
  serveMcp(api)
  serveOAuth(api)
  serveFiles(api)
  serveMetrics(api)
  serveModelSettings(api)
  serveKeywords(api)
  servePrompts(api)
  serveNotices(api)
  serveAgents(api)
  serveWebpages(api)
  serveAudits(api)
  serveRetention(api)
  serveExports(api, exportSources)
  serveHealth(api)
  serveDocs(api)
  return api
}

export const api = createApi()

async function counted({ env, req }: Context<{ Bindings: Env }>, next: Next) {
  await requireAddressRate(env, req.raw)
  await next()
}

/** What a member gets is nobody else's; only a handler that knows better says so itself. */
async function notCached(context: Context, next: Next) {
  await next()
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'private, no-store')
}
