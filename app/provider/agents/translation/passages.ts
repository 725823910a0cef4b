import { needsTranslation, type TextLanguage } from './languages.ts'
import { plainOf, type Segment, sourceOf, spansOf } from './segment.ts'

/** A text that is translated once, however often it stands in a file. */
export interface Passage {
  /** As a translator is given it (`sourceOf`). */
  source: string
  /** Without signs. */
  plain: string
  /** The texts of its spans. */
  spans: string[]
}

/** The different passages of a file that need a translation, in its order. */
export function passagesOf(segments: Segment[], from: TextLanguage | undefined): Passage[] {
  const passages = new Map<string, Passage>()
  for (const segment of segments) {
    const source = sourceOf(segment)
    const texts = spansOf(segment).map(({ text }) => text)
    if (passages.has(source) || !needsTranslation(texts.join(''), from)) continue
    passages.set(source, { source, plain: plainOf(segment), spans: texts })
  }
  return [...passages.values()]
}
