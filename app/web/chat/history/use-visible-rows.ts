import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Rows drawn beyond each edge of what is seen, so that scrolling meets no gap. */
const beyond = 16
/** Pixels of the list that the first HTML shows, before anything is measured. */
const assumed = 640

/**
 * The rows of a list that are in view, and some around them. All rows have the same height, so that their places are no
 * more than a multiplication.
 *
 * @param height pixels of a row
 * @returns their indexes, in order
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number, height: number): number[] {
  const [{ first, last }, setSeen] = useState({ first: 0, last: Math.ceil(assumed / height) })

  useLayoutEffect(() => {
    const scroller = list.current
    if (!scroller) return
    const look = () => {
      const first = Math.floor(scroller.scrollTop / height)
      const last = Math.ceil((scroller.scrollTop + scroller.clientHeight) / height)
      setSeen((seen) => (seen.first === first && seen.last === last ? seen : { first, last }))
    }
    // In the frame that shows the new place, not one later.
    const onScroll = () => flushSync(look)
    const resized = new ResizeObserver(look)
    resized.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      resized.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [list, height])

  // A list that has become shorter is seen at its end.
  const to = Math.min(count - 1, last + beyond)
  const from = Math.max(0, Math.min(first, count - (last - first)) - beyond)
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)
}
