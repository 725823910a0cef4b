/** Events that show someone is using the page; `click` alone comes from some screen readers, `input` from a voice. */
const inputs = ['pointermove', 'pointerdown', 'keydown', 'input', 'click']

/**
 * Calls `listener` once, with the first sign that somebody uses the page: what is needed from then on can load, while a page
 * that is only looked at stays light. Returns a function that stops the waiting.
 */
export function onFirstInput(listener: () => void): () => void {
  const waiting = new AbortController()
  const onInput = () => {
    waiting.abort()
    listener()
  }
  for (const type of inputs) addEventListener(type, onInput, { capture: true, passive: true, signal: waiting.signal })
  return () => waiting.abort()
}
