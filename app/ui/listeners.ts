/** Those who want to know when something changes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Calls `listener` after each change, as `useSyncExternalStore` asks for it; returns what ends that. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Calls every listener. */
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
