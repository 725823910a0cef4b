/** What Tesseract finds in a picture, as far as it is looked at: boxes in pixels, confidence in percent. */
export interface Block {
  paragraphs: { bbox: Box; lines: Line[] }[]
}
interface Line {
  words: Word[]
  confidence: number
  bbox: Box
}
interface Word {
  text: string
  bbox: Box
}
interface Box {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** Specks, drawings and faces are read as letters, too, but with less confidence than any letter that can be made out. */
const leastConfidence = 50
const eastAsian = /[\u3000-\u30ff\u3400-\u9fff\uff01-\uffef]/

/**
 * The text of a page, paragraphs as lines: what reaches the right edge of its paragraph goes on in the next line, and what
 * ends before it, an item of a list or a row of a form, stands by itself. The cells of a row are separated by tabs. Lines
 * that are hardly legible are left out.
 */
export const textOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap(({ paragraphs }) => paragraphs.map(paragraphText))
    .filter((text) => text !== '')
    .join('\n')

function paragraphText({ lines, bbox }: Block['paragraphs'][number]): string {
  let text = ''
  let wraps = false
  for (const line of lines.filter(({ confidence }) => confidence >= leastConfidence)) {
    const words = lineText(line)
    if (words === '') continue
    text += text === '' ? words : (wraps ? breakBetween(text, words) : '\n') + words
    wraps = line.bbox.x1 > bbox.x1 - 2 * heightOf(line)
  }
  return text
}

function lineText(line: Line): string {
  let text = ''
  let end = line.bbox.x0
  for (const { text: word, bbox } of line.words) {
    text += text === '' ? word : gapBetween(text, word, (bbox.x0 - end) / heightOf(line)) + word
    end = bbox.x1
  }
  return text.trim()
}

/** Between Japanese characters a gap is seen, not written, unless it is as wide as most of one. Widths are in line heights. */
function gapBetween(before: string, after: string, width: number): string {
  if (width > 2) return '\t'
  return isJapaneseBetween(before, after) && width < 0.7 ? '' : ' '
}

const breakBetween = (before: string, after: string) => (isJapaneseBetween(before, after) ? '' : ' ')

const isJapaneseBetween = (before: string, after: string) =>
  eastAsian.test(before.at(-1) ?? '') || eastAsian.test(after[0] ?? '')

const heightOf = ({ bbox: { y0, y1 } }: Line) => Math.max(1, y1 - y0)
