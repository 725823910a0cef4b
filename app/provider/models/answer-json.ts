import type { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { firstBytes } from './first-bytes.ts'

/** Bytes of an answer, inflated; the vectors of as many passages as go out at once have half of that. */
const maxBytes = 16 * 1024 * 1024

/**
 * What a model's service answered with as JSON, read no further than a bound.
 *
 * @throws ApiError `service_http_error` where it is longer or not of the schema
 */
export async function answerJson<Value>(response: Response, schema: z.ZodType<Value>): Promise<Value> {
  const bytes = await firstBytes(response, maxBytes)
  try {
    if (bytes.byteLength === maxBytes) throw new Error('too long')
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    // What it says may repeat what was sent: it is in no cause.
    throw new ApiError('service_http_error')
  }
}
