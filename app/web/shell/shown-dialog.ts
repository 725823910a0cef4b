import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The dialogs that any page can open. */
export type ShellDialog = 'palette' | 'shortcuts' | 'language' | 'instructions' | 'prompts'

let shown: ShellDialog | undefined
const changes = createListeners()

/** Which of them is open; menus, keys and the palette open them, one at a time. */
export const useShownDialog = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => shown,
    () => undefined,
  )

export function showDialog(dialog: ShellDialog) {
  shown = dialog
  changes.notify()
}

/** Closes it, unless another took its place. */
export function hideDialog(dialog: ShellDialog) {
  if (shown !== dialog) return
  shown = undefined
  changes.notify()
}
