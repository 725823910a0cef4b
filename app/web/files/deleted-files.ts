import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The files that this page view knows to be deleted or out of reach; links to them say so. */
const deleted = new Set<number>()
const changes = createListeners()

export function markDeleted(ids: Iterable<number>) {
  const known = deleted.size
  for (const id of ids) deleted.add(id)
  if (deleted.size > known) changes.notify()
}

export const useIsDeleted = (id: number | undefined): boolean =>
  useSyncExternalStore(
    changes.subscribe,
    () => id !== undefined && deleted.has(id),
    () => false,
  )
