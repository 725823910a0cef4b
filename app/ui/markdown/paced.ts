import { startTransition, useEffect, useState } from 'react'
import { Pace } from './pace.ts'

/** How much of a growing text is drawn: what comes in one go may be more than can be drawn in one. */
export function usePaced(text: string): string {
  const [pace] = useState(() => new Pace())
  const [shown, show] = useState({ text, end: text.length })
  const goesOn = text.startsWith(shown.text)
  const now = shown.text === text ? shown : { text, end: pace.reach(text, goesOn ? shown.end : 0) }
  if (now !== shown) show(now)
  pace.begin()
  useEffect(() => {
    const { text, end } = shown
    pace.end(end < text.length)
    if (end < text.length)
      startTransition(() => show((later) => (later === shown ? { text, end: pace.reach(text, end) } : later)))
  }, [shown, pace])
  return text.slice(0, pace.hold(text, now.end))
}
