import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { Placed } from './messages/begin-at-end.tsx'

/** How near the bottom, in pixels, a reader must be for the view to follow. */
const near = 300
/** Milliseconds that a wheel, a key or a finger counts as the reason of a scroll. */
const gestureTime = 400
const upKeys = new Set(['ArrowUp', 'PageUp', 'Home'])

/**
 * Keeps a scrolling box at its bottom while its content grows, unless the reader has scrolled up. It begins at the bottom,
 * and comes back there whenever `sent`, the question that was sent last, becomes another.
 *
 * A reader who moves up is left in place at once, however near the bottom that is: otherwise each frame of a growing answer
 * would pull back who only begins to scroll. Following goes on when a scroll ends within 300 px of the bottom. A scroll that
 * comes with another height of the content or the box is the browser's (an image, a formula, a phone's keyboard, a message
 * whose height was only guessed), not the reader's, and changes nothing.
 *
 * @returns refs of the box and its content; `away`, whether the newest is out of sight; `toBottom`, the way back; `letGo`,
 *   which leaves the reader in place
 */
export function useStickToBottom(sent?: unknown) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const [away, setAway] = useState(false)

  const toBottom = useCallback(() => {
    following.current = true
    // Not smoothly: the end may be further down by the time it is reached.
    box.current?.scrollTo({ top: box.current.scrollHeight, behavior: 'instant' })
  }, [])

  const letGo = useCallback(() => void (following.current = false), [])

  useLayoutEffect(() => {
    if (sent) toBottom()
  }, [sent, toBottom])

  useLayoutEffect(() => {
    const scroller = box.current
    if (!scroller || !content.current) return
    const { placed } = scroller as Placed
    if (placed) {
      // Where the server's page was brought to, or the reader has gone since.
      placed()
      following.current = distance(scroller) <= near
    }
    let seen = placeOf(scroller)
    let gesture = -Infinity

    const keep = () => {
      if (following.current && distance(scroller) > 0) scroller.scrollTop = scroller.scrollHeight
      seen = placeOf(scroller)
      setAway(!following.current && distance(scroller) > near)
    }
    const onScroll = () => {
      const now = placeOf(scroller)
      const byReader = performance.now() - gesture < gestureTime
      if (now.top < seen.top && byReader && distance(scroller) > 0) following.current = false
      else if (now.height === seen.height && now.room === seen.room) {
        if (now.top > seen.top) following.current = distance(scroller) <= near
        if (now.top < seen.top) following.current &&= distance(scroller) <= near
      }
      seen = now
      setAway(!following.current && distance(scroller) > near)
    }
    const onGesture = (event: Event) => {
      if (event instanceof WheelEvent && event.deltaY >= 0) return
      if (event instanceof KeyboardEvent && !upKeys.has(event.key)) return
      // A scroll bar that is dragged says no more than that a pointer moves with its button down.
      if (event instanceof PointerEvent && event.buttons === 0) return
      gesture = performance.now()
    }

    keep()
    const resized = new ResizeObserver(keep)
    resized.observe(content.current)
    resized.observe(scroller)
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    scroller.addEventListener('scroll', onScroll, options)
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown', 'pointermove']) {
      scroller.addEventListener(type, onGesture, options)
    }
    return () => {
      resized.disconnect()
      listening.abort()
    }
  }, [])

  return { box, content, away, toBottom, letGo }
}

const distance = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => scrollHeight - scrollTop - clientHeight

const placeOf = ({ scrollTop: top, scrollHeight: height, clientHeight: room }: HTMLElement) => ({ top, height, room })
