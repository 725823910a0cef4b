import type { Endpoint, InputOf, OutputOf } from './endpoint.ts'
import { ApiError, type ErrorBody, isErrorCode } from './errors.ts'

export interface ClientOptions {
  /** How requests leave: the global fetch, or an app of the same Worker. */
  fetch: (request: Request) => Promise<Response>
  /** Where the provider lives, without a path: `https://provider.example.com`. */
  origin: string
  /** The caller's ID token; without one a call goes out bare and the provider refuses it. */
  token?: string
  /** Sent with every call; `Idempotency-Key`, for one. */
  headers?: HeadersInit
  signal?: AbortSignal
}

/** Calls an endpoint of the contract with its `{ params, query, body }`. Throws {@link ApiError}. */
export type Client = <E extends Endpoint>(
  endpoint: E,
  ...input: {} extends InputOf<E> ? [] | [InputOf<E>] : [InputOf<E>]
) => Promise<OutputOf<E>>

/**
 * The typed client of the provider API. Answers of a schema come as JSON, everything else as the raw response.
 * A failure has the body's `code`, else `invalid_request` for a `detail`, else `service_http_error`;
 * a provider that cannot be reached is `service_unavailable`, an answer that is not JSON `type_validation_error`, an aborted call
 * `request_aborted_user`.
 */
export function createClient(options: ClientOptions): Client {
  return async (endpoint, ...[input]) => {
    const request = requestOf(endpoint, (input ?? {}) as AnyInput, options)
    const response = await send(request, options)
    if (!response.ok) throw await errorOf(response)
    if (typeof endpoint.output === 'string') {
      if (endpoint.output === 'stream' && !isEventStream(response)) throw new ApiError('service_http_error')
      return response as never
    }
    return (await jsonOf(response, options)) as never
  }
}

/** What the provider answered; one that is not JSON is not this contract's. */
async function jsonOf(response: Response, { signal }: ClientOptions): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new ApiError('type_validation_error', undefined, { cause })
    throw new ApiError(signal?.aborted ? 'request_aborted_user' : 'service_unavailable', undefined, { cause })
  }
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

function requestOf(
  endpoint: Endpoint,
  { params, query, body }: AnyInput,
  { origin, token, headers, signal }: ClientOptions,
): Request {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const url = new URL(path, origin)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  const sent = new Headers(headers)
  if (token) sent.set('authorization', `Bearer ${token}`)
  const isJson = typeof endpoint.body === 'object'
  if (isJson) sent.set('content-type', 'application/json')
  return new Request(url, {
    method: endpoint.method.toUpperCase(),
    headers: sent,
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
    ...(signal && { signal }),
  })
}

async function send(request: Request, { fetch, signal }: ClientOptions): Promise<Response> {
  try {
    return await fetch(request)
  } catch (cause) {
    throw new ApiError(signal?.aborted ? 'request_aborted_user' : 'service_unavailable', undefined, { cause })
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody> & { detail?: unknown }
  const reference = response.headers.get('x-request-id')
  if (isErrorCode(body.code))
    return new ApiError(body.code, body.info, { message: body.message, ...(reference && { reference }) })
  if (response.status === 401) return new ApiError('invalid_credentials')
  if (body.detail !== undefined) return new ApiError('invalid_request')
  return new ApiError('service_http_error', undefined, { message: response.statusText || `status ${response.status}` })
}

const isEventStream = (response: Response) =>
  response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
