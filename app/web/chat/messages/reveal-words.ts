import { createContext, type RefObject, use, useEffect } from 'react'
import { findWords } from './find-words.ts'

/** The words for which the message around was found; empty where it was not looked for. */
export const RevealedWords = createContext('')

/** Its style is in `prose.css`. */
const highlight = 'revealed-words'
/** Room between words in view and the edge of the box, in pixels. */
const margin = 48

const listeners = new Set<() => void>()

/** Brings the words into view once more. */
export const revealWordsAgain = () => listeners.forEach((listener) => listener())

/**
 * Brings the {@link RevealedWords} into view where they stand in an element, and marks them. It is to be used where the
 * element has its text already.
 */
export function useRevealWords(element: RefObject<HTMLElement | null>) {
  const words = use(RevealedWords)
  useEffect(() => {
    if (words === '') return undefined
    const show = () => element.current && revealWords(element.current, words)
    show()
    listeners.add(show)
    return () => {
      listeners.delete(show)
      if (canHighlight) CSS.highlights.delete(highlight)
    }
  }, [element, words])
}

const canHighlight = typeof CSS !== 'undefined' && 'highlights' in CSS

function revealWords(element: HTMLElement, words: string) {
  const range = findWords(element, words)
  const box = element.closest('[data-scroller]')
  if (!range || !box) return
  if (canHighlight) CSS.highlights.set(highlight, new Highlight(range))
  // The browser lays out what it had skipped.
  range.startContainer.parentElement?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  const { top, bottom } = range.getBoundingClientRect()
  const view = box.getBoundingClientRect()
  if (top >= view.top + margin && bottom <= view.bottom - margin) return
  box.scrollBy({ top: (top + bottom - view.top - view.bottom) / 2, behavior: 'instant' })
}
