const listeners = new Set<() => void>()

/** Calls `forget` when the member logs out in this tab or another: what the tab keeps of them has to go. */
export function onForgotten(forget: () => void): () => void {
  listeners.add(forget)
  return () => void listeners.delete(forget)
}

export function forgetMember() {
  for (const forget of listeners) forget()
}
