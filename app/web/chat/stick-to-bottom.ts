import { useCallback, useEffect, useRef, useState } from 'react'

/** How near the bottom, in pixels, a reader must be for the view to follow (spec, section 2, Chat screen). */
const near = 300

/** Keeps a scrolling box at its bottom while its content grows, unless the reader has scrolled up. */
export function useStickToBottom() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [away, setAway] = useState(false)

  const toBottom = useCallback(() => box.current?.scrollTo({ top: box.current.scrollHeight }), [])

  useEffect(() => {
    const scroller = box.current
    if (!scroller || !content.current) return
    let following = true
    const onScroll = () => {
      following = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= near
      setAway(!following)
    }
    const grown = new ResizeObserver(() => following && toBottom())
    grown.observe(content.current)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      grown.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [toBottom])

  return { box, content, away, toBottom }
}
