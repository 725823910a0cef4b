import { useSyncExternalStore } from 'react'

/** Adding files to the library: whether its dialog is open, and the files that came before a group was picked. */
interface Adding {
  open: boolean
  held: readonly File[]
}

const closed: Adding = { open: false, held: [] }

let adding = closed
const listeners = new Set<() => void>()

export const useAdding = () =>
  useSyncExternalStore(
    subscribe,
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
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
