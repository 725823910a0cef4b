import { useSyncExternalStore } from 'react'

/** A yes or no that the browser remembers under `key`; the server and the first render see `fallback`. */
export function createStoredFlag(key: string, fallback: boolean) {
  const listeners = new Set<() => void>()
  const read = () => {
    const stored = localStorage.getItem(key)
    return stored === null ? fallback : stored === 'true'
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    use: () => useSyncExternalStore(subscribe, read, () => fallback),
    set: (value: boolean) => {
      localStorage.setItem(key, String(value))
      for (const listener of listeners) listener()
    },
  }
}
