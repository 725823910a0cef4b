import type { Context } from 'hono'
import { z } from 'zod'
import { type Endpoint, jsonBodyBytes, jsonDepth, type ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { limitBytes } from '~/encoding/limit-bytes.ts'
import { limitDepth } from '~/encoding/limit-depth.ts'

const json = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Reads and validates what a call says: path, query and JSON. A form and bytes are left to the handler, which can refuse
 * them before it has read them.
 *
 * @throws ApiError `invalid_request`, `request_too_large`, or `bad_request` for a body that is not the JSON it says it is
 */
export async function readInput<E extends Endpoint>(
  { params, query, body, bodyBytes = jsonBodyBytes }: E,
  { req }: Context,
): Promise<ParsedOf<E>> {
  return {
    ...(params && { params: parse(params, req.param()) }),
    ...(query && { query: parse(query, single(req.queries())) }),
    ...(body instanceof z.ZodType && { body: parse(body, await readJson(req.raw, bodyBytes)) }),
  } as ParsedOf<E>
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const { success, data, error } = schema.safeParse(value)
  if (!success) throw new ApiError('invalid_request', undefined, { message: explain(error.issues) })
  return data
}

/** A parameter that is given once is a value, one that is repeated a list. */
const single = (queries: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]))

/** No more than `most` bytes are read, and nothing that is nested without an end. */
async function readJson({ headers, body }: Request, most: number): Promise<unknown> {
  if (!json.test(headers.get('content-type') ?? '')) return {}
  if (Number(headers.get('content-length')) > most) throw new ApiError('request_too_large')
  try {
    const bounded = body
      ?.pipeThrough(limitBytes(most, () => new ApiError('request_too_large')))
      .pipeThrough(limitDepth(jsonDepth, () => new ApiError('bad_request')))
    return await new Response(bounded).json()
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError('bad_request', undefined, { cause })
  }
}

/** Names the fields that are wrong and how, without repeating what was sent. */
function explain(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const fields = issues.map(({ path, message }) => `${path.join('.') || 'request'}: ${message}`)
  return `The request is not valid. ${fields.join('; ')}.`
}
