import { Fragment, type ReactNode } from 'react'
import Markdown, { type Components, type Options } from 'react-markdown'
import rehypeSanitize from 'rehype-sanitize'
import { BlockReader, textOf } from '~/ui/markdown/blocks.ts'
import { atOnce, costOf, reachOf } from '~/ui/markdown/cost.ts'
import { Definitions, type PlacedBlock } from '~/ui/markdown/definitions.ts'
import { rehypeDirection } from '~/ui/markdown/direction.ts'
import { isHostile } from '~/ui/markdown/limits.ts'
import { rehypeRawHtml } from '~/ui/markdown/raw-html.ts'
import { schema, withoutSpaceRuns } from '~/ui/markdown/sanitise.ts'
import { syntaxFor } from '~/ui/markdown/syntax.ts'
import { rehypeTaskMarks } from '~/ui/markdown/task-marks.ts'

const rehypePlugins: Options['rehypePlugins'] = [
  rehypeTaskMarks,
  rehypeRawHtml,
  [rehypeSanitize, schema],
  rehypeDirection,
]

/**
 * A file's elements. A link would lead the frame away and an image tell its server who reads the file, so of both the words
 * are shown, and where they lead.
 */
const components: Components = {
  a: ({ href, children }) => (
    <span className="text-accent-text underline" title={href}>
      {children}
    </span>
  ),
  img: ({ src, alt }) => <span title={String(src ?? '')}>{alt}</span>,
  table: ({ children, dir }) => (
    <div className="overflow-x-auto" dir={dir}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ children }) => <Code>{children}</Code>,
}

/**
 * A Markdown file, cleaned as an answer is, and block by block: what one block breaks leaves the others whole. It is drawn in
 * parts, so that the viewer goes on answering: what is given each time has one part more.
 */
export function* drawMarkdown(text: string): Generator<ReactNode> {
  const parts: ReactNode[] = []
  for (const blocks of inParts(blocksOf(text).flatMap(shorterTables))) {
    const from = parts.length
    parts.push(
      <Fragment key={from}>
        {blocks.map((block, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a block is its place
          <Fragment key={index}>{drawBlock(block)}</Fragment>
        ))}
      </Fragment>,
    )
    yield (
      <div className="prose-text">
        {/* All of it is laid out: cited words are found wherever they are. */}
        <section className="prose-section [content-visibility:visible]">{[...parts]}</section>
      </div>
    )
  }
}

/** Blocks that can be drawn in one go. */
function inParts(blocks: readonly PlacedBlock[]): PlacedBlock[][] {
  const parts: PlacedBlock[][] = []
  let left = 0
  for (const block of blocks) {
    left -= costOf(block.definitions + textOf(block))
    if (left < 0) {
      parts.push([])
      left += atOnce
    }
    parts.at(-1)!.push(block)
  }
  return parts
}

/** A very long table goes on below its heading, as it does in print. */
function shorterTables(block: PlacedBlock): PlacedBlock[] {
  if (block.kind !== 'table' || costOf(block.rows) <= atOnce) return [block]
  const tables: PlacedBlock[] = []
  for (let from = 0; from < block.rows.length;) {
    const end = reachOf(block.rows, from, atOnce)
    tables.push({ ...block, rows: block.rows.slice(from, end) })
    from = end
  }
  return tables
}

function blocksOf(text: string): PlacedBlock[] {
  const reader = new BlockReader()
  reader.read(text, true)
  const definitions = new Definitions()
  for (const block of reader.finished) definitions.add(block)
  return definitions.blocks
}

function drawBlock(block: PlacedBlock): ReactNode {
  if (block.kind === 'code') return <Code>{block.code}</Code>
  const source = textOf(block)
  if (isHostile(source)) return <Plain>{source}</Plain>
  const whole = withoutSpaceRuns(block.definitions ? `${block.definitions}\n\n${source}` : source)
  try {
    // Called, not mounted: a parser that runs out of stack then ends here.
    return Markdown({ children: whole, remarkPlugins: [syntaxFor(whole)], rehypePlugins, components })
  } catch {
    return <Plain>{source}</Plain>
  }
}

const Plain = ({ children }: { children: string }) => <p className="whitespace-pre-wrap">{children}</p>

const Code = ({ children }: { children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, for a keyboard to scroll it
  <pre tabIndex={0} dir="ltr" className="overflow-x-auto rounded-md bg-sunken p-3 text-[13px]">
    {children}
  </pre>
)
