import { memo, useContext, useEffect, useState } from 'react'
import { type Block, BlockReader } from './blocks.ts'
import { CodeBlock } from './code/code-block.tsx'
import { Definitions, type Footnote, type PlacedBlock } from './definitions.ts'
import { FootnoteContext, FootnoteNumbering } from './footnote-call.tsx'
import { longText, LongText } from './long-text.tsx'
import { prose } from './prose.ts'
import { type MarkdownExtension, renderMarkdown } from './render.tsx'
import { withoutSpaceRuns } from './sanitise.ts'
import { Table } from './table-block.tsx'
import { lineHeight, linesOf } from '../text-height.ts'
import { m } from '~/paraglide/messages'

interface MarkdownTextProps {
  text: string
  /** Whether more text is coming. */
  streaming: boolean
  extension: MarkdownExtension
  /**
   * How many characters of its end are drawn, in a page of the server's; of the sections before them only the room is kept.
   * The sections that it begins with are laid out at once, wherever they are. Left out, all are drawn.
   */
  drawn?: number | undefined
}

/**
 * An answer's Markdown, one way for text that streams and text that is stored. Only the last block is read again as the text
 * grows; finished blocks stand in sections, of which the browser skips those out of sight.
 */
export default function MarkdownText({ text, streaming, extension, drawn }: MarkdownTextProps) {
  const [kept, keep] = useState(() => new Reading())
  const reading = kept.continues(text) ? kept : new Reading()
  if (reading !== kept) keep(reading)
  const { sections, footnotes } = reading.read(text, !streaming)
  const first = drawn === undefined ? 0 : firstDrawn(sections, drawn)
  const [laidOut] = useState(drawn === undefined ? null : first)
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
        {sections.map((blocks, index) => (
          <Section
            // oxlint-disable-next-line react/no-array-index-key -- a section is its place
            key={index}
            blocks={blocks}
            extension={extension}
            isDrawn={index >= first}
            room={laidOut === null ? 'guessed' : index < laidOut ? 'estimated' : 'real'}
          />
        ))}
        <Footnotes notes={footnotes} extension={extension} />
      </div>
    </FootnoteNumbering>
  )
}

/** Blocks in a section; a section is what the browser draws or skips as a whole. */
const sectionBlocks = 12

/** What has been read of one answer. */
class Reading {
  #reader = new BlockReader()
  #definitions = new Definitions()
  #sections: PlacedBlock[][] = []

  continues = (text: string) => this.#reader.continues(text)

  /** The sections, of which those that did not change are the same objects, and the footnotes. */
  read(text: string, complete: boolean): { sections: PlacedBlock[][]; footnotes: Footnote[] } {
    const rest = this.#reader.read(text, complete)
    const { finished } = this.#reader
    const { blocks } = this.#definitions
    while (blocks.length < finished.length) {
      const changed = this.#definitions.add(finished[blocks.length]!)
      for (const index of [...changed, blocks.length - 1]) delete this.#sections[Math.floor(index / sectionBlocks)]
    }
    const all = [...blocks, ...rest.map((block) => this.#definitions.place(block))]
    const sections = Array.from({ length: Math.ceil(all.length / sectionBlocks) }, (_, index) => {
      const from = index * sectionBlocks
      if (from + sectionBlocks > blocks.length) return all.slice(from, from + sectionBlocks)
      return (this.#sections[index] ??= blocks.slice(from, from + sectionBlocks))
    })
    return { sections, footnotes: this.#definitions.footnotes(rest) }
  }
}

interface SectionProps {
  blocks: PlacedBlock[]
  extension: MarkdownExtension
  /** Where it is not, it only keeps its room. */
  isDrawn: boolean
  /** What height it has as long as it is out of sight: one guess for all, one from its text, or its own, since it is laid out. */
  room: 'guessed' | 'estimated' | 'real'
}

const Section = memo(function Section({ blocks, extension, isDrawn, room }: SectionProps) {
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

/** The index of the first section to draw: those at the end, until they have as many `characters`. */
function firstDrawn(sections: readonly (readonly Block[])[], characters: number): number {
  if (characters === Infinity) return 0
  let index = sections.length
  for (let left = characters; index > 0 && left > 0;) left -= sum(sections[--index]!, (block) => sourceOf(block).length)
  return index
}

/** Guesses how high a section will be, in pixels. */
const sectionHeight = (blocks: readonly Block[]) =>
  sum(blocks, (block) => lineHeight * (1 + Math.max(linesOf(sourceOf(block)), sourceOf(block).split('\n').length)))

const sourceOf = (block: Block) =>
  block.kind === 'text' ? block.source : block.kind === 'table' ? block.head + block.rows : block.code

const sum = (blocks: readonly Block[], of: (block: Block) => number) =>
  blocks.reduce((total, block) => total + of(block), 0)

/** All footnotes of an answer, below it. */
function Footnotes({ notes, extension }: { notes: Footnote[]; extension: MarkdownExtension }) {
  const { id } = useContext(FootnoteContext)
  if (notes.length === 0) return null
  return (
    <section aria-label={m.footnotes()} className="prose-section laid-out footnotes">
      <ol>
        {notes.map(({ label, source }, index) => (
          <li key={label} id={`${id}-${index + 1}`} tabIndex={-1}>
            <Note source={source} extension={extension} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const Note = memo(function Note({ source, extension }: { source: string; extension: MarkdownExtension }) {
  return renderMarkdown(source, extension)
})
