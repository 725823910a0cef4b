import { hasCode } from '~/contract/errors.ts'
import { createListeners } from '~/ui/listeners.ts'

const refusals = createListeners()

/** Calls `listener` whenever the server no longer accepts who is calling; returns a function that stops it. */
export const onRefused = refusals.subscribe

/** Passes a call's failure on, and notifies the listeners if it was `invalid_credentials` (401). */
export function noticeRefusal(error: unknown): never {
  if (hasCode(error, 'invalid_credentials')) refusals.notify()
  throw error
}
