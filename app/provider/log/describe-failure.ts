import { ApiError } from '~/contract/errors.ts'

/**
 * An error for the log without what it was about: messages of database and model libraries repeat questions and
 * answers, so only the kind of the error, the places in the code and the words of database and storage are given. Of an
 * ApiError its cause is told, where it has one.
 */
export function describeFailure(failure: unknown): string {
  const error = failure instanceof ApiError ? (failure.cause ?? failure) : failure
  if (!(error instanceof Error)) return typeof error
  const places = error.stack?.split('\n').filter((line) => line.trimStart().startsWith('at ')) ?? []
  const database = error.cause instanceof Error && error.cause.message.startsWith('D1_') ? error.cause.message : ''
  const storage = ofStorage.test(error.message) ? error.message : ''
  return [error.name, database, storage, ...places.slice(0, 8).map((place) => place.trim())].filter(Boolean).join(' | ')
}

/** As R2 words its errors: the call, a phrase and a number. */
const ofStorage = /^\w+: [\w ,.]+ \(\d{5}\)$/
