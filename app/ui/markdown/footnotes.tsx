import { memo, useContext } from 'react'
import { m } from '~/paraglide/messages'
import type { Footnote } from './definitions.ts'
import { FootnoteContext } from './footnote-call.tsx'
import { type MarkdownExtension, renderMarkdown } from './render.tsx'

/** All footnotes of an answer, below it. */
export function Footnotes({ notes, extension }: { notes: Footnote[]; extension: MarkdownExtension }) {
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
