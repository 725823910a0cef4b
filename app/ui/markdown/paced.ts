import { startTransition, useEffect, useState } from 'react'
import { atOnce, reachOf } from './cost.ts'

/** What is added in one go: beside it, what the block before had is read again, and the code that draws may still be cold. */
const step = atOnce / 2

/** How much of a growing text is drawn: what comes in one go may be more than can be drawn in one. */
export function usePaced(text: string): string {
  const [shown, show] = useState({ text, end: text.length })
  const now = shown.text === text ? shown : { text, end: next(text, text.startsWith(shown.text) ? shown.end : 0) }
  if (now !== shown) show(now)
  useEffect(() => {
    const { text, end } = shown
    if (end < text.length)
      startTransition(() => show((later) => (later === shown ? { text, end: next(text, end) } : later)))
  }, [shown])
  return text.slice(0, now.end)
}

const next = (text: string, from: number) => reachOf(text, from, step)
