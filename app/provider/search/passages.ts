import { cjk } from '~/provider/documents/text.ts'

/** Characters of a passage: some sentences; Japanese says the same in about half as many. */
const targetLength = { latin: 900, japanese: 420 }
const headingLength = { latin: 70, japanese: 30 }

/**
 * Cuts a page's text into passages of some sentences, at paragraphs where it can. A heading stays with what follows
 * it, and a table that is cut repeats the row that names its columns.
 */
export function passagesOf(text: string): string[] {
  const script = (text.match(new RegExp(cjk.source, 'gu'))?.length ?? 0) > text.length * 0.2 ? 'japanese' : 'latin'
  const target = targetLength[script]
  const passages: string[] = []
  let lines: Line[] = []
  let header: string | undefined
  const close = () => {
    const headings = 1 + lines.findLastIndex(({ heads }, at) => at === 0 || !heads)
    if (lines.length > 0) passages.push(textOf(lines.slice(0, headings)))
    lines = lines.slice(headings)
  }

  for (const line of text.split('\n').flatMap((paragraph) => pieces(paragraph, target * 1.5))) {
    if (line === '') continue
    const heads = isHeading(line, headingLength[script])
    const length = lines.reduce((sum, { text }) => sum + text.length + 1, 0)
    if (lines.length > 0 && ((heads && length > target / 2) || length + line.length > target)) {
      close()
      if (header && columnsOf(header) === columnsOf(line)) lines.push({ text: header, heads: false })
    }
    if (columnsOf(line) === 1) header = undefined
    else if (!header || columnsOf(header) !== columnsOf(line)) header = line
    lines.push({ text: line, heads })
  }
  if (lines.length > 0) passages.push(textOf(lines))
  return passages
}

interface Line {
  text: string
  /** Whether it may be the heading of what follows it. */
  heads: boolean
}

const textOf = (lines: Line[]) => lines.map(({ text }) => text).join('\n')

/** A short line that ends no sentence and is no row of a table. */
export function isHeading(line: string, longest = headingLength.latin): boolean {
  return line.length <= longest && !line.includes('\t') && !/[.!?。！？…:：;、,]["'”’」』）)]*$/.test(line)
}

function columnsOf(line: string): number {
  return line.split('\t').length
}

/** A paragraph longer than `longest` is cut behind sentences, and where there are none, anywhere. */
function pieces(paragraph: string, longest: number): string[] {
  if (paragraph.length <= longest) return [paragraph]
  // oxlint-disable-next-line regexp/no-super-linear-move -- a run always ends in what is looked for, or with the text
  const sentences = paragraph.match(/[^。！？.!?]*(?:[。！？]+[」』）)]*|[.!?]{1,20}(?=\s|$)|[.!?]|$)\s*/g) ?? [
    paragraph,
  ]
  const found: string[] = []
  let piece = ''
  for (const sentence of sentences.flatMap((long) => long.match(new RegExp(`[^]{1,${longest}}`, 'gu')) ?? [])) {
    if (piece !== '' && piece.length + sentence.length > longest) {
      found.push(piece.trim())
      piece = ''
    }
    piece += sentence
  }
  if (piece.trim() !== '') found.push(piece.trim())
  return found
}
