import type { ListItem, Nodes, Parents } from 'mdast'
import { checkBoxSign } from './check-box.ts'
import type { Deadline } from './deadline.ts'
import { decode } from './decode.ts'
import type { DocumentPage } from './document.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { textPages } from './plain.ts'
import { unwrap } from './unwrap.ts'

/** Characters that are parsed, which takes seconds where all are items of lists; what comes after them keeps its marks. */
const maxParsed = 400_000

/**
 * Reads Markdown as the text that is drawn of it: headings, items and paragraphs without their marks, tables as rows. Lines that
 * were wrapped at a width are paragraphs again. Pages are those of the source, as the preview counts them.
 */
export async function* readMarkdown(bytes: Uint8Array, deadline: Deadline): AsyncGenerator<DocumentPage> {
  let characters = 0
  for (const { page, text } of textPages(await decode(bytes))) {
    await deadline.check()
    const source = unwrap(text)
    yield { page, text: (characters += text.length) <= maxParsed ? drawnOrSource(source) : source }
  }
}

/** Thousands of marks within each other are no document that anybody drew: they stay as they are. */
function drawnOrSource(source: string): string {
  try {
    return drawnText(source)
  } catch (error) {
    if (error instanceof RangeError) return source
    throw error
  }
}

/** A Markdown text without its marks, a line for each paragraph, heading, item and row. */
export const drawnText = (source: string): string => linesOf(parseMarkdown(source)).join('\n')

function linesOf(node: Nodes): string[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return wordsOf(node).split('\n')
    case 'list':
      return node.children.flatMap((item, index) =>
        itemLines(item, node.ordered ? `${(node.start ?? 1) + index}. ` : '• '),
      )
    case 'tableRow':
      return [node.children.map((cell) => wordsOf(cell).replaceAll(/\s+/g, ' ')).join('\t')]
    case 'code':
    case 'math':
    case 'yaml':
      return node.value.split('\n')
    case 'html':
      return withoutTags(node.value).trim().split('\n')
    default:
      return 'children' in node ? node.children.flatMap(linesOf) : []
  }
}

function itemLines({ checked, children }: ListItem, mark: string): string[] {
  const [first = '', ...rest] = children.flatMap(linesOf)
  const isTask = typeof checked === 'boolean'
  return [(isTask ? `${checkBoxSign(checked)} ` : mark) + first, ...rest]
}

/** The words of a block. Lines that nobody wrapped are lines, as in an address or a list of names. */
function wordsOf(block: Parents): string {
  return block.children.map(inlineWords).join('')
}

function inlineWords(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return node.value
    case 'break':
      return '\n'
    case 'inlineCode':
    case 'inlineMath':
      return node.value
    case 'html':
      return withoutTags(node.value)
    case 'image':
    case 'imageReference':
      return node.alt ?? ''
    default:
      return 'children' in node ? wordsOf(node) : ''
  }
}

const withoutTags = (html: string) =>
  html
    .replaceAll(/<!--[^]*?(?:-->|$)/g, '')
    .replaceAll(/<br\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
