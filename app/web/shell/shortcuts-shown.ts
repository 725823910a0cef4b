import { useSyncExternalStore } from 'react'
import { createStoredFlag } from '~/ui/stored-flag.ts'

/** Single keys can be in the way of speech input and of unsteady hands: they can be turned off (WCAG 2.1.4). */
export const shortcutsOn = createStoredFlag('shortcuts', true)

let shown = false
const listeners = new Set<() => void>()

/** Whether the list of shortcuts is open; the menu and a key open it. */
export const useShortcutsShown = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => false,
  )

export function showShortcuts(next: boolean) {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
