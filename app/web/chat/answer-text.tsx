import { useHydrated } from '@tanstack/react-router'
import { lazy, memo, Suspense } from 'react'
import type { Reference } from '~/contract/chat.ts'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import { persistent } from '~/ui/persistent-import.ts'
import { AnswerLink } from './answer-link.tsx'
import { CitationMarkers, CitationsContext, useCitations } from './citation-markers.tsx'
import { withoutHalfMarker } from './citations.ts'
import { remarkCitations } from './remark-citations.ts'

interface AnswerTextProps {
  text: string
  references: Reference[]
  streaming: boolean
}

/** Markdown, math and highlighting exist in the browser alone: the server sends text, and its bundle has none of them. */
const MarkdownText = import.meta.env.SSR
  ? PlainAnswer
  : lazy(persistent(() => import('~/ui/markdown/markdown-text.tsx')))

const extension: MarkdownExtension = {
  remarkPlugins: [remarkCitations],
  components: {
    a: ({ href, children }) => <AnswerLink href={href ?? ''}>{children}</AnswerLink>,
    cite: ({ children }) => <CitationMarkers>{String(children)}</CitationMarkers>,
  },
}

/** An answer's text; one way for text that streams and text that is stored. */
export default memo(function AnswerText({ text, references, streaming }: AnswerTextProps) {
  const shown = streaming ? withoutHalfMarker(text) : text
  const citations = useCitations(text, references)
  if (!useHydrated()) return <PlainAnswer text={shown} />
  return (
    <CitationsContext value={citations}>
      <Suspense fallback={<PlainAnswer text={shown} />}>
        <MarkdownText text={shown} streaming={streaming} extension={extension} />
      </Suspense>
    </CitationsContext>
  )
})

function PlainAnswer({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {text}
    </p>
  )
}
