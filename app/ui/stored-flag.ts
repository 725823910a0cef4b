import { useSyncExternalStore } from 'react'
import { localStore } from './browser-storage.ts'
import { createListeners } from './listeners.ts'

/** A yes or no that the browser remembers under `key`; the server and the first render see `fallback`. */
export function createStoredFlag(key: string, fallback: boolean) {
  const changes = createListeners()
  const read = () => {
    const stored = localStore.get(key)
    return stored === null ? fallback : stored === 'true'
  }
  return {
    use: () => useSyncExternalStore(changes.subscribe, read, () => fallback),
    set: (value: boolean) => {
      localStore.set(key, String(value))
      changes.notify()
    },
  }
}
