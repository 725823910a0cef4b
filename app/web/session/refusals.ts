import { ApiError } from '~/contract/errors.ts'

const listeners = new Set<() => void>()

/** Calls `listener` whenever the server no longer accepts who is calling; gives what ends that. */
export function onRefused(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Passes a call's failure on, and tells the listeners if it was `invalid_credentials` (spec, section 8: 401). */
export function noticeRefusal(error: unknown): never {
  if (error instanceof ApiError && error.code === 'invalid_credentials') for (const listener of listeners) listener()
  throw error
}
