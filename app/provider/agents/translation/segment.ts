/** A stretch of text with one look, and how its translation is written in its place. */
export interface Span {
  text: string
  write: (text: string) => void
}

/** What stands between spans and stays: code, a formula, an image. A translator sees it. */
interface Kept {
  kept: string
}

/** What is translated as one: a paragraph, a cell, a heading. */
export interface Segment {
  pieces: (Span | Kept)[]
  /** Makes it seen in the file that it is not translated, where the format has a way. */
  mark?: () => void
}

/** A file whose texts can be replaced. */
export interface Translatable {
  segments: Segment[]
  /** Of the file that `save` gives: `docx`; the one it had where not given. */
  extension?: string
  /** The file with all that was written into it; everything else as it was. */
  save: () => Promise<Uint8Array>
}

const isSpan = (piece: Span | Kept): piece is Span => 'write' in piece

export const spansOf = ({ pieces }: Segment): Span[] => pieces.filter(isSpan)

/** A segment's text without signs. */
export const plainOf = ({ pieces }: Segment): string =>
  pieces.map((piece) => (isSpan(piece) ? piece.text : piece.kept)).join('')

/** A segment as a translator is given it: a single span as it is, several as `<1>…</1><keep>…</keep><2>…</2>`. */
export function sourceOf({ pieces }: Segment): string {
  if (pieces.length === 1) return plainOf({ pieces }).trim()
  let n = 0
  return pieces.map((piece) => (isSpan(piece) ? `<${++n}>${piece.text}</${n}>` : `<keep>${piece.kept}</keep>`)).join('')
}

const tag = /(<\/?(?:\d+|keep)>)/

/** Whether a translation has the tags of its source, in their order. */
export const sameTags = (source: string, translation: string): boolean =>
  source.match(tags)?.join() === translation.match(tags)?.join()
const tags = new RegExp(tag, 'g')

/**
 * Writes a translation in a segment's place. One whose tags are not those of the source goes into the first span as a
 * whole: its look is lost, no word is.
 */
export function place(segment: Segment, translation: string): void {
  const spans = spansOf(segment)
  const source = sourceOf(segment)
  const text = plainOf(segment).includes('\n') ? translation : inOneLine(translation)
  const texts = segment.pieces.length === 1 ? [inBlanksOf(spans[0]!.text, text)] : byTag(text, spans.length, source)
  for (const [index, span] of spans.entries()) span.write(texts[index]!)
}

const inOneLine = (text: string) =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .join(' ')
    : text

const inBlanksOf = (text: string, translation: string) =>
  text.slice(0, text.length - text.trimStart().length) + translation.trim() + text.slice(text.trimEnd().length)

/** What stands after a tag's end belongs to that tag: models like to leave the full stop outside. */
function byTag(translation: string, spans: number, source: string): string[] {
  const texts = Array.from({ length: spans }, () => '')
  const keepsTags = sameTags(source, translation)
  let current = 0
  let kept = false
  for (const piece of translation.split(tag)) {
    if (!tag.test(piece)) texts[current] += kept ? '' : piece
    else if (piece.includes('keep')) kept = keepsTags && piece === '<keep>'
    else if (keepsTags) current = Number(/\d+/.exec(piece)![0]) - 1
  }
  return texts
}
