import { memo, startTransition, useEffect, useState } from 'react'
import { type Block, textOf } from './blocks.ts'
import { CodeBlock } from './code/code-block.tsx'
import { atOnce } from './cost.ts'
import type { PlacedBlock } from './definitions.ts'
import { FootnoteNumbering } from './footnote-call.tsx'
import { Footnotes } from './footnotes.tsx'
import { longText, LongText } from './long-text.tsx'
import { usePaced } from './paced.ts'
import { prose } from './prose.ts'
import { Reading, type Section } from './reading.ts'
import { type MarkdownExtension, renderMarkdown } from './render.tsx'
import { withoutSpaceRuns } from './sanitise.ts'
import { Table } from './table-block.tsx'
import { lineHeight, linesOf } from '../text-height.ts'

/**
 * What each further part costs: React draws it in its spare time, and the browser skips most of it as it is out of sight; but what
 * is near, formulas above all, is laid out in one go, and each part has a frame of its own.
 */
const inSpareTime = 2 * atOnce

interface MarkdownTextProps {
  text: string
  /** Whether more text is coming. */
  streaming: boolean
  extension: MarkdownExtension
  /**
   * For what cost ({@link costOf}) its end is drawn, in a page of the server's; of the sections before it only the room is kept.
   * The sections that it begins with are laid out at once, wherever they are. Left out, all are drawn, those at the end first.
   */
  drawn?: number | undefined
  /** Called once all is drawn, where that was not at once. */
  onWhole?: () => void
}

/**
 * An answer's Markdown, one way for text that streams and text that is stored. Only the last block is read again as the text
 * grows; finished blocks stand in sections, of which the browser skips those out of sight. However long a text is and whatever
 * it holds, no more of it is drawn in one go than the page can take without standing still.
 */
export default function MarkdownText({ text, streaming, extension, drawn, onWhole }: MarkdownTextProps) {
  const paced = usePaced(text)
  const [kept, keep] = useState(() => new Reading())
  const reading = kept.continues(paced) ? kept : new Reading()
  const { sections, footnotes } = reading.read(paced, !streaming && paced === text)
  const [first, draw] = useState(() => firstDrawn(sections, drawn ?? atOnce))
  const [begun] = useState({ first, end: drawn === undefined ? first : sections.length })
  if (reading !== kept) {
    keep(reading)
    draw(0)
  }
  useEffect(() => {
    if (drawn === undefined && first > 0)
      startTransition(() => draw(firstDrawn(kept.finished.slice(0, first), inSpareTime)))
  }, [drawn, first, kept])
  const isWhole = first === 0 && begun.first > 0
  useEffect(() => {
    if (isWhole) onWhole?.()
  }, [isWhole, onWhole])
  useSpaceRunWarning(text, streaming)
  return (
    <FootnoteNumbering labels={footnotes.map(({ label }) => label).join('\n')}>
      {/* The browser has them with the code. */}
      {import.meta.env.SSR && (
        <style href="prose" precedence="low">
          {prose}
        </style>
      )}
      <div className="prose-text">
        {sections.map(({ blocks }, index) => (
          <SectionView
            // oxlint-disable-next-line react/no-array-index-key -- a section is its place
            key={index}
            blocks={blocks}
            extension={extension}
            isDrawn={index >= first}
            room={index < begun.first ? 'estimated' : index < begun.end ? 'real' : 'guessed'}
          />
        ))}
        <Footnotes notes={footnotes} extension={extension} />
      </div>
    </FootnoteNumbering>
  )
}

interface SectionProps {
  blocks: readonly PlacedBlock[]
  extension: MarkdownExtension
  /** Where it is not, it only keeps its room. */
  isDrawn: boolean
  /** What height it has as long as it is out of sight: one guess for all, one from its text, or its own, since it is laid out. */
  room: 'guessed' | 'estimated' | 'real'
}

const SectionView = memo(function SectionView({ blocks, extension, isDrawn, room }: SectionProps) {
  if (!isDrawn) return <section className="prose-section" style={{ height: sectionHeight(blocks) }} />
  return (
    <section
      className={room === 'real' ? 'prose-section laid-out' : 'prose-section'}
      // As before it was drawn: nothing that is seen must move then.
      style={room === 'estimated' ? { containIntrinsicHeight: `auto ${sectionHeight(blocks)}px` } : undefined}
    >
      {blocks.map((block) => (
        <BlockView key={block.index} block={block} extension={extension} />
      ))}
    </section>
  )
})

const BlockView = memo(function BlockView({ block, extension }: { block: PlacedBlock; extension: MarkdownExtension }) {
  const definitions = block.definitions && `${block.definitions}\n\n`
  if (block.kind === 'code') {
    return <CodeBlock code={withoutSpaceRuns(block.code)} language={block.language} open={block.open} />
  }
  if (block.kind === 'table') {
    return <Table head={block.head} rows={block.rows} definitions={definitions} extension={extension} />
  }
  if (block.source.length > longText) {
    return <LongText source={block.source} definitions={definitions} open={block.open} extension={extension} />
  }
  return renderMarkdown(definitions + block.source, extension)
})

/** Warns once in the console that an answer had runs of spaces, and never which answer. */
function useSpaceRunWarning(text: string, streaming: boolean) {
  useEffect(() => {
    if (!streaming && text !== withoutSpaceRuns(text)) console.warn('Collapsed runs of 100 spaces or more in an answer')
  }, [text, streaming])
}

/** The index of the first section to draw: those at the end, until they cost as much as may be. */
function firstDrawn(sections: readonly Section[], cost: number): number {
  if (cost === Infinity) return 0
  let index = sections.length
  for (let left = cost; index > 0 && left > 0;) left -= sections[--index]!.cost
  return index
}

/** Guesses how high a section will be, in pixels. */
const sectionHeight = (blocks: readonly Block[]) =>
  lineHeight * sum(blocks, (block) => 1 + Math.max(linesOf(textOf(block)), textOf(block).split('\n').length))

const sum = <Item,>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0)
