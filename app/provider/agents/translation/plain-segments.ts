import type { Segment, Translatable } from './segment.ts'

/** The segments of a file on their way between Workers: what they say, without the file that they stand in. */
export interface PlainFile {
  segments: PlainSegment[]
  extension?: string
}

interface PlainSegment {
  pieces: ({ text: string } | { kept: string })[]
  canBeMarked: boolean
}

/** What became of a segment: what is written in place of its pieces, by their numbers, and whether it is marked. */
export interface SegmentChange {
  texts: Record<number, string>
  isMarked: boolean
}

/** A file's segments as plain values. */
export const plainFileOf = ({ segments, extension }: Translatable): PlainFile => ({
  segments: segments.map(({ pieces, mark }) => ({
    pieces: pieces.map((piece) => ('kept' in piece ? piece : { text: piece.text })),
    canBeMarked: mark !== undefined,
  })),
  ...(extension !== undefined && { extension }),
})

/**
 * The same file for who translates it: what is written is noted.
 * @param save makes the file of the changes, one for each segment
 */
export function recordingFile(
  { segments, ...file }: PlainFile,
  save: (changes: SegmentChange[]) => Promise<Uint8Array>,
): Translatable {
  const changes = segments.map((): SegmentChange => ({ texts: {}, isMarked: false }))
  const recording = segments.map(({ pieces, canBeMarked }, index): Segment => {
    const change = changes[index]!
    return {
      pieces: pieces.map((piece, at) =>
        'kept' in piece ? piece : { text: piece.text, write: (text) => void (change.texts[at] = text) },
      ),
      ...(canBeMarked && { mark: () => void (change.isMarked = true) }),
    }
  })
  return { ...file, segments: recording, save: () => save(changes) }
}

/** Makes the changes in the file whose segments were noted. */
export function applyChanges({ segments }: Translatable, changes: SegmentChange[]): void {
  for (const [index, { texts, isMarked }] of changes.entries()) {
    const { pieces, mark } = segments[index]!
    for (const [at, piece] of pieces.entries()) {
      const text = texts[at]
      if ('write' in piece && text !== undefined) piece.write(text)
    }
    if (isMarked) mark?.()
  }
}
