import { useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The files that this page view has seen deleted, found out of reach, or was told of as gone; links to them say so. */
const gone = new Set<number>()
const changes = createListeners()

export function markGone(ids: Iterable<number>) {
  const known = gone.size
  for (const id of ids) gone.add(id)
  if (gone.size > known) changes.tell()
}

export const useIsGone = (id: number | undefined) =>
  useSyncExternalStore(
    changes.subscribe,
    () => id !== undefined && gone.has(id),
    () => false,
  )
