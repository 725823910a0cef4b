import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** Adding files to the library: whether its dialog is open, and the files that came before a group was picked. */
interface Adding {
  open: boolean
  held: readonly File[]
}

const closed: Adding = { open: false, held: [] }

let adding = closed
const changes = createListeners()

export const useAdding = () =>
  useSyncExternalStore(
    changes.subscribe,
    () => adding,
    () => closed,
  )

/** Opens the dialog; files that are handed over go where its member says. */
export const addFiles = (files: readonly File[] = []) => change({ open: true, held: [...adding.held, ...files] })

/** The files that waited, once: whoever asks has to see to them. */
export function takeHeld(): File[] {
  const { held } = adding
  if (held.length > 0) change({ ...adding, held: [] })
  return [...held]
}

export const stopAdding = () => change(closed)

function change(next: Adding) {
  adding = next
  changes.notify()
}
