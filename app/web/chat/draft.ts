import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** What is being typed in a conversation. It survives a reload and a failed send; each conversation has its own. */
export function useDraft(conversation: number | 'new') {
  const key = `draft:${conversation}`
  const text = useSyncExternalStore(
    subscribe,
    () => sessionStorage.getItem(key) ?? '',
    () => '',
  )
  const write = (next: string) => {
    if (next) sessionStorage.setItem(key, next)
    else sessionStorage.removeItem(key)
    for (const listener of listeners) listener()
  }
  return [text, write] as const
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
