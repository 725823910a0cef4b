import { ApiError } from '~/contract/errors.ts'
import { firstBytes } from '../first-bytes.ts'
import { postJson } from '../post-json.ts'
import type { ServiceAddress } from '../service-settings.ts'
import { longest, noPicture } from './picture.ts'

/** Milliseconds that a picture may take. */
const timeLimit = 120_000
/** Bytes of an answer: base64 is a third longer than the picture. */
const maxBytes = Math.ceil(longest.bytes * 1.4)

/**
 * Asks an image model's service, with the retries of every model's.
 *
 * @returns the type and the bytes of what it sent
 * @throws ApiError as `ImageModel.draw` does
 */
export async function imageRequest(address: ServiceAddress, path: string, body: object, signal: AbortSignal) {
  const timeout = AbortSignal.timeout(timeLimit)
  try {
    const limited = AbortSignal.any([signal, timeout])
    const response = await postJson(address, path, { body, signal: limited }, isPictureOrJson)
    const bytes = await firstBytes(response, maxBytes)
    if (bytes.byteLength === maxBytes) throw noPicture('too long')
    return { type: typeOf(response), bytes }
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new ApiError('service_timeout')
    throw error instanceof ApiError ? error : new ApiError('service_unavailable', undefined, { cause: error })
  }
}

const typeOf = ({ headers }: Response) => headers.get('content-type')?.split(';')[0]?.trim() ?? ''

const isPictureOrJson = (response: Response) => /^(image\/|application\/json$)/.test(typeOf(response))
