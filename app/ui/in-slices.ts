import { startTransition, useEffect, useState } from 'react'

/**
 * How much of an `amount` is drawn: `first` at once, and `more` in each step that follows, between which the page answers
 * its reader. The server draws the first part alone.
 */
export function useInSlices(amount: number, first: number, more: number): number {
  const [drawn, draw] = useState(first)
  useEffect(() => {
    if (drawn < amount) startTransition(() => draw(drawn + more))
  }, [drawn, amount, more])
  return drawn
}
