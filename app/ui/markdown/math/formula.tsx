import { renderToString } from 'katex'
import { memo, useEffect, useRef, useState } from 'react'
import { useNear } from '../../use-near.ts'

/** A formula drawn by KaTeX, where there are many as soon as it is near; what KaTeX cannot read is shown as its source. */
export default memo(function Formula({ source, display }: { source: string; display: boolean }) {
  const place = useRef<HTMLElement>(null)
  const isDrawn = useNear(place, useIsOneOfFew())
  const html = isDrawn ? htmlOf(source, display) : null
  if (html === null)
    return (
      <code ref={place} className={display && !isDrawn ? 'math-block' : undefined} dir="ltr">
        {source}
      </code>
    )
  // oxlint-disable-next-line react/no-danger -- KaTeX escapes all and, not trusted, makes no links and loads no images
  return <span className={display ? 'math-block' : undefined} dir="ltr" dangerouslySetInnerHTML={{ __html: html }} />
})

/** A drawn formula is some forty elements: thousands of formulas slow down all that the page does, in sight or not. */
const few = 300
let standing = 0
/** Those of renders that are not on the page yet: all of an answer in one, where KaTeX came late. */
let begun = 0

/** Whether a formula came to the page while it had few; the server has few at a time, and never hears that they are gone. */
function useIsOneOfFew(): boolean {
  const [isOneOfFew] = useState(() => import.meta.env.SSR || standing + begun++ < few)
  useEffect(() => {
    standing++
    begun = 0
    return () => {
      standing--
    }
  }, [])
  return isOneOfFew
}

/** Formulas of a paragraph that grows are drawn with each of its states. */
const drawn = new Map<string, string | null>()
const maxDrawn = 500

function htmlOf(source: string, display: boolean): string | null {
  const key = `${display} ${source}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  const html = draw(source, display)
  if (drawn.size >= maxDrawn) drawn.delete(drawn.keys().next().value!)
  drawn.set(key, html)
  return html
}

function draw(source: string, display: boolean): string | null {
  if (source.length > maxLength || definition.test(source)) return null
  try {
    return unlogged(() =>
      renderToString(source, { displayMode: display, maxExpand: 1000, maxSize: 50, trust: false, strict: 'ignore' }),
    )
  } catch {
    return null
  }
}

/**
 * KaTeX tells the console of letters that its fonts do not have, and `\message` writes there whatever it is given; no option says
 * otherwise. What answers say is not for a log. Nothing else runs meanwhile.
 */
function unlogged<Result>(draw: () => Result): Result {
  const { log, warn, error } = console
  const silence = () => {}
  Object.assign(console, { log: silence, warn: silence, error: silence })
  try {
    return draw()
  } finally {
    Object.assign(console, { log, warn, error })
  }
}

/** KaTeX nests its parser with the formula, and takes up to 50 µs for a character. */
const maxLength = 2000

/**
 * Macros of the formula's own: KaTeX bounds how often they are expanded, not into how much; a thousand characters can keep it
 * busy for minutes. No formula that stands by itself needs one.
 */
const definition = /\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-z])/i
