import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'
import { onForgotten } from '~/web/session/forgotten.ts'

/** What was typed on a screen and not saved, if anything. It survives a redraw of the page, as when its language changes. */
export function createDraft<Value>() {
  let draft: Value | undefined
  const changes = createListeners()
  const set = (next: Value | undefined) => {
    draft = next
    changes.notify()
  }
  if (typeof window !== 'undefined') onForgotten(() => set(undefined))
  return {
    set,
    use: (): Value | undefined =>
      useSyncExternalStore(
        changes.subscribe,
        () => draft,
        () => undefined,
      ),
  }
}
