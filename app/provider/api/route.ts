import { type RouteConfig, z } from '@hono/zod-openapi'
import type { Access, Answer, Endpoint } from '~/contract/endpoint.ts'

/** The route as the OpenAPI document tells it. */
export function documentedRoute(endpoint: Endpoint): RouteConfig {
  const { method, path, access, scope, summary, params, query, body, output } = endpoint
  return {
    method,
    path,
    summary,
    description: `Access: ${access}.${scope ? ` Keys with the scope: ${scope}.` : ''}`,
    security: securityOf[access],
    request: { ...(params && { params }), ...(query && { query }), ...(body && { body: bodyOf(body) }) },
    responses: {
      ...(output === 'nothing'
        ? { 204: { description: 'Done' } }
        : { 200: { description: 'OK', content: contentOf(output) } }),
      503: {
        description: 'Busy: to be repeated after the seconds that `Retry-After` says.',
        headers: { 'Retry-After': { schema: { type: 'integer' } } },
        content: { 'application/json': { schema: errorBody } },
      },
      default: { description: 'An error', content: { 'application/json': { schema: errorBody } } },
    },
  }
}

const securityOf: Record<Access, RouteConfig['security']> = {
  public: [],
  signature: [],
  account: [{ bearer: [] }],
  member: [{ bearer: [] }],
  admin: [{ bearer: [] }],
}

const errorBody = z.object({
  code: z.string(),
  message: z.string(),
  info: z
    .object({ entity: z.string().optional(), id: z.number().optional(), retry_after: z.number().optional() })
    .optional(),
})

const bytes = z.string().openapi({ format: 'binary' })

const json = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } })

function bodyOf(body: NonNullable<Endpoint['body']>) {
  if (body === 'multipart')
    return { content: { 'multipart/form-data': { schema: z.object({ files: z.array(bytes) }) } } }
  if (body === 'bytes') return { content: { 'application/octet-stream': { schema: bytes } } }
  return json(body)
}

function contentOf(output: Exclude<Answer, 'nothing'>) {
  if (output === 'stream') return { 'text/event-stream': { schema: z.string() } }
  if (output === 'bytes') return { 'application/octet-stream': { schema: bytes } }
  return { 'application/json': { schema: output } }
}
