import { memo, useContext } from 'react'
import { useInSlices } from '../in-slices.ts'
import type { Footnote } from './definitions.ts'
import { FootnoteContext } from './footnote-call.tsx'
import { type MarkdownExtension, renderMarkdown } from './render.tsx'
import { m } from '~/paraglide/messages'

/** Notes drawn in one go. */
const atOnce = 200

/** All footnotes of an answer, below it. */
export function Footnotes({ notes, extension }: { notes: Footnote[]; extension: MarkdownExtension }) {
  const { id } = useContext(FootnoteContext)
  const drawn = useInSlices(notes.length, atOnce, atOnce)
  if (notes.length === 0) return null
  return (
    <section aria-label={m.footnotes()} className="prose-section laid-out footnotes">
      <ol>
        {notes.slice(0, drawn).map(({ label, source }, index) => (
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
