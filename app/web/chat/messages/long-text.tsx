import { use, useId, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { RevealedWords, useRevealWords } from './reveal-words.ts'

/** Where a text is cut, in UTF-16 units and in lines. */
const longest = { units: 1200, lines: 12 }

/** Text as it was typed. Of a long one the beginning, until it is asked for: a pasted book must not make the page slow. */
export function LongText({ text }: { text: string }) {
  // Who looked for words that stand in it sees all of it.
  const isRevealed = use(RevealedWords) !== ''
  const [chosen, choose] = useState<boolean>()
  const whole = chosen ?? isRevealed
  const paragraph = useRef<HTMLParagraphElement>(null)
  useRevealWords(paragraph)
  const id = useId()
  const beginning = beginningOf(text)
  return (
    <>
      {/* Each paragraph has its own direction, so that Arabic among Latin reads right to left. */}
      <p ref={paragraph} id={id} dir="auto" className="whitespace-pre-wrap wrap-anywhere [unicode-bidi:plaintext]">
        {whole || beginning === null ? text : `${beginning}…`}
      </p>
      {beginning !== null && (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          onClick={() => choose(!whole)}
          className="mt-1 rounded-sm text-sm font-medium text-accent-text hover:underline"
        >
          {whole ? m.message_show_less() : m.message_show_more()}
        </button>
      )}
    </>
  )
}

/** The beginning of a text that is too long to be shown; null for one that is not. */
export function beginningOf(text: string): string | null {
  let end = -1
  for (let line = 0; line < longest.lines; line++) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) break
  }
  if (end === -1 && text.length <= longest.units) return null
  const cut = end === -1 ? longest.units : Math.min(end, longest.units)
  // Not within a pair of surrogates.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[cut - 1] ?? '') ? cut - 1 : cut).trimEnd()
}
