/** A stretch of one text, `end` exclusive, in UTF-16 units. */
interface TextRange {
  text: number
  start: number
  end: number
}

/** Shorter sentences occur by chance; only the whole excerpt may be that short. */
const minimumSentence = 10

/**
 * Finds a cited passage in the texts of a page (a PDF's text runs, a document's paragraphs) and gives where it lies in each.
 *
 * A PDF's runs break lines, hyphenate words and space out Japanese at will, and another reader joins them differently.
 * So both sides are compared by their letters, digits and signs alone: white space, hyphens and format characters
 * are left out, widths, ligatures and case are folded. What is not found as a whole is looked for sentence by sentence.
 * Gives an empty list when nothing matches.
 */
export function findExcerpt(texts: readonly string[], excerpt: string): TextRange[] {
  const page = foldTexts(texts)
  const whole = fold(excerpt)
  const match = occurrence(page.folded, whole)
  if (match) return rangesOf(page.origins, [match])

  const sentences = excerpt.split(/(?<=[.。．!?！？…\n])/u).map(fold)
  const matches = sentences
    .filter((sentence) => sentence.length >= minimumSentence)
    .flatMap((sentence) => occurrence(page.folded, sentence) ?? [])
  return rangesOf(page.origins, matches)
}

interface Occurrence {
  start: number
  end: number
}

function occurrence(folded: string, wanted: string): Occurrence | null {
  const start = wanted === '' ? -1 : folded.indexOf(wanted)
  return start < 0 ? null : { start, end: start + wanted.length }
}

/** A character with its combining marks; half-width kana keep their voicing in a character of its own. */
const clusters = /\P{M}[\p{M}\uFF9E\uFF9F]*/gu
const ignorable = /[\s\p{Cf}\p{Pd}~]/gu

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(ignorable, '')
}

/** The texts folded into one string, and for each of its units the stretch that it came from. */
function foldTexts(texts: readonly string[]): { folded: string; origins: TextRange[] } {
  const origins: TextRange[] = []
  let folded = ''
  for (const [text, content] of texts.entries()) {
    for (const { 0: cluster, index } of content.matchAll(clusters)) {
      const unit = fold(cluster)
      for (let i = 0; i < unit.length; i++) origins.push({ text, start: index, end: index + cluster.length })
      folded += unit
    }
  }
  return { folded, origins }
}

function rangesOf(origins: readonly TextRange[], matches: readonly Occurrence[]): TextRange[] {
  const ranges: TextRange[] = []
  for (const { start, end } of matches) {
    const first = ranges.length
    for (const origin of origins.slice(start, end)) {
      const last = ranges[ranges.length - 1]
      if (last && ranges.length > first && last.text === origin.text) last.end = origin.end
      else ranges.push({ ...origin })
    }
  }
  return ranges
}
