import { ApiError } from '~/contract/errors.ts'

/** How often a request is made that fails in a way that may pass. */
const tries = 3
/** Milliseconds before the second try, after a lost connection and after a refusal; each further pause is twice as long. */
const pauses = { connection: 250, refusal: 2000 }
/** Milliseconds that a service may ask to wait at most. */
const longestPause = 60_000

/**
 * Asks a model's service for an event stream. What it says of an error stays out of ours: that may repeat the prompt.
 *
 * @throws ApiError `service_http_error` when it refuses or sends something else, `service_unavailable` when it is
 *   overloaded, broken or out of reach; the signal's reason when that aborts
 */
export async function modelRequest(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init).catch(() => {
      init.signal.throwIfAborted()
      return undefined
    })
    if (response?.ok && isEventStream(response)) return response
    await response?.body?.cancel()
    if (response && !mayPass(response.status)) throw new ApiError('service_http_error')
    if (attempt === tries) throw new ApiError(isBusy(response) ? 'service_unavailable' : 'service_http_error')
    await scheduler.wait(pauseAfter(response, attempt), { signal: init.signal })
  }
}

const isEventStream = ({ headers }: Response) => headers.get('content-type')?.startsWith('text/event-stream') ?? false

const isBusy = (response: Response | undefined) => !response || response.status === 429 || response.status >= 500

const mayPass = (status: number) => status === 408 || status === 409 || status === 429 || status >= 500

function pauseAfter(response: Response | undefined, attempt: number): number {
  const wanted =
    response && (milliseconds(response, 'retry-after-ms', 1) ?? milliseconds(response, 'retry-after', 1000))
  return wanted ?? (response ? pauses.refusal : pauses.connection) * 2 ** (attempt - 1)
}

function milliseconds({ headers }: Response, name: string, unit: number): number | undefined {
  const value = Number(headers.get(name) ?? Number.NaN) * unit
  return value >= 0 && value <= longestPause ? value : undefined
}
