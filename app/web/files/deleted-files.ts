import { createContext, useContext, useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The files that this page view knows to be deleted or out of reach; links to them say so. */
const deleted = new Set<number>()
const changes = createListeners()

export function markDeleted(ids: Iterable<number>) {
  const known = deleted.size
  for (const id of ids) deleted.add(id)
  if (deleted.size > known) changes.notify()
}

/** The files that the messages around a link name as deleted: known before this page view has seen anything. */
export const DeletedFiles = createContext<ReadonlySet<number>>(new Set())

export function useIsDeleted(id: number | undefined): boolean {
  const told = useContext(DeletedFiles)
  const seen = useSyncExternalStore(
    changes.subscribe,
    () => id !== undefined && deleted.has(id),
    () => false,
  )
  return seen || (id !== undefined && told.has(id))
}
