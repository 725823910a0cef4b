import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'

/** A yes or no that the browser remembers under `key`; the server and the first render see `fallback`. */
export function createStoredFlag(key: string, fallback: boolean) {
  const changes = createListeners()
  const read = () => {
    const stored = localStorage.getItem(key)
    return stored === null ? fallback : stored === 'true'
  }
  return {
    use: () => useSyncExternalStore(changes.subscribe, read, () => fallback),
    set: (value: boolean) => {
      localStorage.setItem(key, String(value))
      changes.notify()
    },
  }
}
