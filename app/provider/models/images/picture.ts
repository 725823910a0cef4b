import type { z } from 'zod'
import { ApiError } from '~/contract/errors.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { headerBytes, imageDimensions } from '~/provider/documents/thumbnail/dimensions.ts'
import type { Picture } from './image-model.ts'

/** What a drawn picture may have at most: bytes, and pixels of a side. */
export const longest = { bytes: 16 * 1024 * 1024, side: 8192 }

const extensions: Record<string, Picture['extension']> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/**
 * What a service sent as a picture, by its bytes whatever the service calls it.
 *
 * @throws ApiError `service_http_error` where it is none, or a huge one
 */
export function pictureOf(bytes: Uint8Array): Picture {
  const extension = extensions[detectMimeType(bytes, '')]
  const size = imageDimensions(bytes.subarray(0, headerBytes))
  const fits = size && Math.max(size.width, size.height) <= longest.side && bytes.byteLength <= longest.bytes
  if (!extension || !fits) throw noPicture('not a picture, or a huge one')
  return { bytes, extension }
}

/** @throws ApiError `service_http_error` where it is no base64 */
export function pictureOfBase64(text: string): Picture {
  let characters: string
  try {
    characters = atob(text)
  } catch {
    throw noPicture('not base64')
  }
  return pictureOf(Uint8Array.from(characters, (character) => character.charCodeAt(0)))
}

/**
 * The JSON that a service answered with.
 *
 * @throws ApiError `service_http_error` where it is not of the schema
 */
export function jsonIn<Value>(bytes: Uint8Array, schema: z.ZodType<Value>): Value {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw noPicture('not an answer of this API')
  }
}

export const noPicture = (why: string) => new ApiError('service_http_error', undefined, { cause: new Error(why) })
