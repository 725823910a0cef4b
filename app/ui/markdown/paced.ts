import { startTransition, useEffect, useState } from 'react'
import { atOnce, reachOf } from './cost.ts'

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

const next = (text: string, from: number) => reachOf(text, from, atOnce)
