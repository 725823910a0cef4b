import { ApiError, type ErrorCode } from '~/contract/errors.ts'
import { firstBytes } from './first-bytes.ts'
import { tooLong } from './fit-prompt.ts'
import { lacking, refuses } from './refusals.ts'

/** How often a request is made that fails in a way that may pass. */
const tries = 3
/** Milliseconds before the second try, after a lost connection and after a refusal; each further pause is twice as long. */
const pauses = { connection: 250, refusal: 2000 }
/** Milliseconds that a service may ask to wait at most. */
const longestPause = 60_000

/**
 * Asks a model's service for an event stream, or for what `isWanted` tells. What it says of an error stays out of ours: that may repeat the prompt.
 * No redirect is followed: prompt and key are for the configured address alone.
 *
 * @throws ApiError `service_http_error` when it refuses (`isTooLong`, `lacks`) or sends something else, `service_unavailable` when it is
 *   overloaded, broken or out of reach; the signal's reason when that aborts
 */
export async function modelRequest(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  isWanted: (response: Response) => boolean = isEventStream,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, { ...init, redirect: 'manual' }).catch(() => {
      init.signal.throwIfAborted()
      return undefined
    })
    if (response?.ok && isWanted(response)) return response
    // It is read in any case: a connection whose answer is not can serve no other request.
    const refusal = response && (await opening(response))
    if (response && mayBeTooLong.includes(response.status) && saysTooLong.test(refusal!)) throw tooLong()
    if (response && !mayPass(response.status)) {
      if (refuses(refusal!, 'format')) throw lacking('format')
      throw refuses(refusal!, 'tools') ? lacking('tools') : failure('service_http_error', response)
    }
    if (attempt === tries) throw failure(isBusy(response) ? 'service_unavailable' : 'service_http_error', response)
    await scheduler.wait(pauseAfter(response, attempt), { signal: init.signal })
  }
}

/** How a service says that the prompt is too long for its model: nearly each has words of its own. */
const mayBeTooLong = [400, 413, 422]
const saysTooLong =
  /context[ _-]?(length|window|size|limit)|maximum context|number of tokens|(prompt|input|request)( \w+){0,3} too (long|large)|too many (\w+ )?tokens/i

/** Bytes of a refusal that are looked at. */
const refusalBytes = 4000

/** The beginning of what a service says; nothing where it breaks off. */
const opening = (response: Response) =>
  firstBytes(response, refusalBytes).then(
    (bytes) => new TextDecoder().decode(bytes),
    () => '',
  )

/** Its cause tells the log which status the service answered with, and nothing of what it said. */
function failure(code: ErrorCode, response: Response | undefined): ApiError {
  const cause = new Error()
  cause.name = response ? `HttpStatus${response.status}` : 'NoConnection'
  return new ApiError(code, undefined, { cause })
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
