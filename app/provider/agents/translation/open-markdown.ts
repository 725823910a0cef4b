import type { Nodes, Parents } from 'mdast'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { parseMarkdown } from '~/provider/documents/parse-markdown.ts'
import { joinedLines } from '~/provider/documents/text.ts'
import type { Segment, Translatable } from './segment.ts'
import { SplicedText } from './spliced-text.ts'

/**
 * Markdown: the words of paragraphs, headings and cells. Code, addresses, HTML, formulas and front matter stay.
 * @throws UnreadableDocument `too_complex` where marks are nested too deep
 */
export function openMarkdown(source: string): Translatable {
  const text = new SplicedText(source)
  const save = async () => new TextEncoder().encode(text.toString())
  try {
    return { segments: segmentsOf(parseMarkdown(source), text), save }
  } catch (error) {
    throw error instanceof RangeError ? new UnreadableDocument('too_complex', { cause: error }) : error
  }
}

function segmentsOf(node: Nodes, text: SplicedText): Segment[] {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') return ofBlock(node, text)
  return 'children' in node ? node.children.flatMap((child) => segmentsOf(child, text)) : []
}

/** A hard line break ends a segment. */
function ofBlock(block: Parents, text: SplicedText): Segment[] {
  const segments: Segment[] = [{ pieces: [] }]
  const encode = block.type === 'tableCell' ? inTable : asText
  const walk = (parent: Parents) => {
    for (const node of parent.children) {
      const [start, end] = [node.position?.start.offset, node.position?.end.offset]
      const { pieces } = segments.at(-1)!
      if (node.type === 'break') segments.push({ pieces: [] })
      else if (start === undefined || end === undefined) continue
      else if (node.type === 'text') pieces.push(text.span(start, end, joinedLines(node.value.split('\n')), encode))
      else if ('children' in node && !isAddress(node)) walk(node)
      else pieces.push({ kept: text.source.slice(start, end) })
    }
  }
  walk(block)
  return segments.filter(({ pieces }) => pieces.some((piece) => 'text' in piece && piece.text.trim() !== ''))
}

/** A link that shows where it leads. */
const isAddress = (node: Parents) =>
  node.type === 'link' && node.children.every((child) => child.type === 'text' && node.url.endsWith(child.value))

/** Escapes what would begin a mark where a translation has it as a character. */
const asText = (translation: string) =>
  translation
    .replace(marks, '\\$&')
    .replace(/^(\s*)(#{1,6}\s|[-+*>]\s)/, '$1\\$2')
    .replace(/^(\s*\d{1,9})(?=[.)]\s)/, '$1\\')

const marks =
  /[\\`]|~~|(?<!\s)\*|\*(?!\s)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?\w+;)|\](?=[([:])/giu

const inTable = (translation: string) => asText(translation).replaceAll('|', '\\|')
