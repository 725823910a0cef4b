import { createSerializationAdapter } from '@tanstack/react-router'
import { ApiError, type ErrorBody, type ErrorCode } from '~/contract/errors.ts'

/** Carries an {@link ApiError} whole from a server function to the browser; its cause and message stay on the server. */
export const apiErrors = createSerializationAdapter({
  key: 'ApiError',
  test: (value): value is ApiError => value instanceof ApiError,
  toSerializable: ({ code, info }): { code: ErrorCode; info: ErrorBody['info'] } => ({ code, info }),
  fromSerializable: ({ code, info }) => new ApiError(code, info),
})
