import { createSerializationAdapter } from '@tanstack/react-router'
import { ApiError, type ErrorBody, type ErrorCode } from '~/contract/errors.ts'

interface Carried {
  code: ErrorCode
  info: ErrorBody['info']
  reference: string | undefined
}

/** Carries an {@link ApiError} whole from a server function to the browser; its cause and message stay on the server. */
export const apiErrors = createSerializationAdapter({
  key: 'ApiError',
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ code, info, reference }): Carried => ({ code, info, reference }),
  fromSerializable: ({ code, info, reference }) => new ApiError(code, info, reference ? { reference } : undefined),
})
