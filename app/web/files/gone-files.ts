import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The files that this page view has seen deleted, or found out of reach; links to them say so. */
const gone = new Set<number>()
const changes = createListeners()

export function markGone(ids: Iterable<number>) {
  for (const id of ids) gone.add(id)
  changes.tell()
}

export const useIsGone = (id: number | undefined) =>
  useSyncExternalStore(
    changes.subscribe,
    () => id !== undefined && gone.has(id),
    () => false,
  )
