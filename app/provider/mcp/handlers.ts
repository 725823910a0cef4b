import type { Context, Next } from 'hono'
import { ApiError } from '~/contract/errors.ts'
import { callMcp } from '~/contract/mcp.ts'
import { type Api, serve } from '~/provider/api/serve.ts'

/** Serves the Model Context Protocol, by which models of other programs work with what a member may see. */
export function serveMcp(api: Api) {
  api.use(callMcp.path, requireOwnOrigin)
  serve(api, callMcp, async ({ body }, call) => {
    // The protocol's library is loaded with the first message.
    const { answerMessage } = await import('./server.ts')
    return answerMessage(body, call)
  })
  // Without sessions there is nothing to listen to, and none to end.
  api.on(['GET', 'DELETE'], callMcp.path, (context) => context.body(null, 405, { allow: 'POST' }))
}

/** As the protocol asks: a page of another site calls nothing here, whatever it has. Programs other than browsers say no origin. */
async function requireOwnOrigin({ req }: Context, next: Next) {
  const origin = req.header('origin')
  if (origin !== undefined && origin !== new URL(req.url).origin) throw new ApiError('operation_not_authorized')
  await next()
}
