import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'
import { onForgotten } from '~/web/session/forgotten.ts'

let draft: string | undefined
const changes = createListeners()

/** Rules that were typed and not saved, if any. They survive a redraw of the page, as when its language changes. */
export const useRulesDraft = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => draft,
    () => undefined,
  )

export function setRulesDraft(next: string | undefined) {
  draft = next
  changes.notify()
}

if (typeof window !== 'undefined') onForgotten(() => setRulesDraft(undefined))
