const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/**
 * Cuts a text into small pieces to be streamed: a word with the space after it, or a few Japanese characters.
 * Citation markers stay whole. Joined, the pieces are the text.
 */
export function piecesOf(text: string): string[] {
  return text.split(/(\[:&\d+\])/).flatMap((part, index) => (index % 2 === 1 ? [part] : words(part)))
}

function words(text: string): string[] {
  const pieces: string[] = []
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const previous = pieces.at(-1)
    const short = previous !== undefined && previous.length < 3 && !/\s$/.test(previous)
    if (previous !== undefined && (!isWordLike || short)) pieces[pieces.length - 1] = previous + segment
    else pieces.push(segment)
  }
  return pieces
}
