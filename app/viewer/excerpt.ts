/** A stretch of one text, `end` exclusive, in UTF-16 units. */
interface TextRange {
  text: number
  start: number
  end: number
}

/** Shorter sentences occur by chance; only the whole excerpt may be that short. */
const minimumSentence = 10
/** What may be left out between the beginning and the end of a passage. */
const longestGap = 5000

/**
 * Finds a cited passage in the texts of a page (a PDF's text runs, a document's paragraphs) and returns where it lies in
 * each.
 *
 * A PDF's runs break lines, hyphenate words and space out Japanese at will, and another reader joins them differently.
 * So both sides are compared by their letters, digits and signs alone: white space, hyphens and format characters are
 * left out, widths, ligatures and case are folded. What is not found as a whole is looked for line by line, and a line
 * sentence by sentence. A `…` in a line also stands for whatever lies between its beginning and its end. Returns an
 * empty list when nothing matches.
 */
export function findExcerpt(texts: readonly string[], excerpt: string): TextRange[] {
  const page = foldTexts(texts)
  const whole = occurrence(page.folded, fold(excerpt))
  if (whole) return rangesOf(page.origins, [whole])
  const matches = excerpt.split('\n').flatMap((line) => passage(page.folded, line))
  return rangesOf(page.origins, matches)
}

interface Occurrence {
  start: number
  end: number
}

function occurrence(folded: string, wanted: string, from = 0): Occurrence | null {
  const start = wanted === '' ? -1 : folded.indexOf(wanted, from)
  return start < 0 ? null : { start, end: start + wanted.length }
}

function passage(folded: string, line: string): Occurrence[] {
  // The numbers of lists are drawn beside the text.
  for (const words of [line, line.replace(/^\S{1,12}\s+/, '')]) {
    const match = long(fold(words)) && (occurrence(folded, fold(words)) ?? stretch(folded, words))
    if (match) return [match]
  }
  const sentences = line.split(/(?<=[.。．!?！？])|…/u).map(fold)
  return sentences.filter(long).flatMap((sentence) => occurrence(folded, sentence) ?? [])
}

/** What begins with the words before the first `…` of a line and ends with those after its last. */
function stretch(folded: string, line: string): Occurrence | null {
  const parts = line.split('…').map(fold)
  const [beginning, ending] = [parts[0]!, parts.at(-1)!]
  if (parts.length < 2 || !long(beginning) || !long(ending)) return null
  const first = occurrence(folded, beginning)
  const last = first && occurrence(folded, ending, first.end)
  return last && last.start - first.end <= longestGap ? { start: first.start, end: last.end } : null
}

const long = (folded: string) => folded.length >= minimumSentence

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
