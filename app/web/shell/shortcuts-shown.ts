import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'
import { createStoredFlag } from '~/ui/stored-flag.ts'

/** Single keys can be in the way of speech input and of unsteady hands: they can be turned off (WCAG 2.1.4). */
export const shortcutsOn = createStoredFlag('shortcuts', true)

let shown = false
const changes = createListeners()

/** Whether the list of shortcuts is open; the menu and a key open it. */
export const useShortcutsShown = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => false,
  )

export function showShortcuts(next: boolean) {
  shown = next
  changes.notify()
}
