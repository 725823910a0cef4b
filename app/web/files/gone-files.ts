import { createContext, useContext, useSyncExternalStore } from 'react'
import { createListeners } from '~/ui/listeners.ts'

/** The files that this page view has seen deleted, found out of reach, or was told of as gone; links to them say so. */
const gone = new Set<number>()
const changes = createListeners()

export function markGone(ids: Iterable<number>) {
  const known = gone.size
  for (const id of ids) gone.add(id)
  if (gone.size > known) changes.tell()
}

/** Those of which the messages around say that they are gone: known before the page has seen anything. */
export const GoneFiles = createContext<ReadonlySet<number>>(new Set())

export function useIsGone(id: number | undefined): boolean {
  const told = useContext(GoneFiles)
  const seen = useSyncExternalStore(
    changes.subscribe,
    () => id !== undefined && gone.has(id),
    () => false,
  )
  return seen || (id !== undefined && told.has(id))
}
