import { type RefObject, useEffect, useLayoutEffect, useMemo } from 'react'
import type { Message } from './messages.ts'
import { revealWordsAgain } from './reveal-words.ts'

/** How long a message is marked, in milliseconds. */
const markTime = 2500

const listeners = new Set<(entry: number) => void>()

/** Brings a message, and the words for which it was found, into view again where the address names it already. */
export function revealAgain(entry: number) {
  for (const listener of listeners) listener(entry)
  revealWordsAgain()
}

interface RevealOptions {
  /** The box that scrolls. */
  box: RefObject<HTMLElement | null>
  /** Called before it is scrolled: it must not be pulled back to its bottom. */
  letGo: () => void
}

/**
 * Brings the message of an entry to the top of the view, once it is there, and marks it for a moment.
 *
 * @returns its index; -1 where there is none
 */
export function useReveal(
  messages: readonly Message[],
  entry: number | undefined,
  { box, letGo }: RevealOptions,
): number {
  const index = useMemo(
    () => (entry === undefined ? -1 : messages.findIndex(({ id }) => id === entry)),
    [messages, entry],
  )
  useLayoutEffect(() => reveal(box.current, index, letGo), [box, index, letGo])
  useEffect(() => {
    const listener = (wanted: number) => wanted === entry && reveal(box.current, index, letGo)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [box, index, letGo, entry])
  return index
}

function reveal(box: HTMLElement | null, index: number, letGo: () => void) {
  const message = box?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  if (!message) return
  letGo()
  message.scrollIntoView({ block: 'start', behavior: 'instant' })
  mark(message)
}

let unmark = () => {}

/** Its style is in the message window. */
function mark(message: HTMLElement) {
  unmark()
  message.dataset.revealed = ''
  const timer = setTimeout(() => unmark(), markTime)
  unmark = () => {
    clearTimeout(timer)
    delete message.dataset.revealed
  }
}
