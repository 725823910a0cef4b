/** Those who want to know when something changes. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    /** Calls `listener` after each change, as `useSyncExternalStore` asks for it; gives what ends that. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Something has changed. */
    tell() {
      for (const listener of listeners) listener()
    },
  }
}
