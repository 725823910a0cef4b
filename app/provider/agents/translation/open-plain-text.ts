import { joinedLines } from '~/provider/documents/text.ts'
import type { Translatable } from './segment.ts'
import { SplicedText } from './spliced-text.ts'

/** The beginning of a line that is no text: indentation, the mark of a list or a quotation. */
const lead = /^[\s>]*(?:(?:[-*+•・●○■□◆▪]|\(?\d{1,3}[.)）])\s+)?/
const sentenceEnd = /[.!?:;。！？：；…」』）)]\s*$/
/** Columns from which on a line may have been broken to fit; characters of Japanese writing take two. */
const fullLine = 50

/** A text file: its paragraphs, or its lines where each stands for itself. */
export function openPlainText(source: string): Translatable {
  const text = new SplicedText(source)
  const segments = paragraphsOf(source).map(({ start, end, lines }) => ({
    pieces: [text.span(start, end, joinedLines(lines))],
  }))
  return { segments, save: async () => new TextEncoder().encode(text.toString()) }
}

interface Paragraph {
  start: number
  end: number
  lines: string[]
}

function paragraphsOf(source: string): Paragraph[] {
  const paragraphs: Paragraph[] = []
  /** Whether the next line may go on with the last paragraph. */
  let open = false
  for (const { 0: line, index } of source.matchAll(/[^\r\n\f]+/g)) {
    const start = index + lead.exec(line)![0].length
    const end = index + line.trimEnd().length
    const says = source.slice(start, end)
    const last = paragraphs.at(-1)
    const follows = last && open && /^\r?\n[\s>]*$/.test(source.slice(last.end, start))
    if (says === '') open = false
    else if (last && follows) {
      last.lines.push(says)
      last.end = end
    } else paragraphs.push({ start, end, lines: [says] })
    open = says !== '' && columnsOf(line) >= fullLine && !sentenceEnd.test(line)
  }
  return paragraphs
}

const columnsOf = (line: string) => line.length + (line.match(/[\u2e80-\u9fff\uff01-\uff60]/g)?.length ?? 0)
