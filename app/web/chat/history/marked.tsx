import type { MarkedText } from '~/contract/conversations.ts'
import { longestWords } from '../entry-search.ts'

/** From the first word that was found to the last, as an address may hold them. */
export function wordsOf(snippet: MarkedText): string {
  const isHit = ({ hit }: MarkedText[number]) => hit
  const found = snippet.slice(snippet.findIndex(isHit), snippet.findLastIndex(isHit) + 1)
  return found
    .map(({ text }) => text)
    .join('')
    .slice(0, longestWords)
    .toWellFormed()
}

/** A text with what was searched for marked in it. */
export const Marked = ({ text }: { text: MarkedText }) =>
  text.map((piece, index) =>
    piece.hit ? (
      // eslint-disable-next-line react/no-array-index-key
      <mark key={index} className="rounded-xs bg-accent-soft font-medium text-accent-text">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
