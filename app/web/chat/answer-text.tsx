import { useHydrated } from '@tanstack/react-router'
import { lazy, memo, type RefObject, Suspense, useRef } from 'react'
import type { Reference } from '~/contract/chat.ts'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import { persistent } from '~/ui/persistent-import.ts'
import { AnswerLink } from './answer-link.tsx'
import { CitationMarkers, CitationsContext, useCitations } from './citation-markers.tsx'
import { withoutHalfMarker } from './citations.ts'
import { useRevealWords } from './messages/reveal-words.ts'
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
  const box = useRef<HTMLDivElement>(null)
  if (!useHydrated()) return <PlainAnswer text={shown} />
  return (
    <CitationsContext value={citations}>
      <Suspense fallback={<PlainAnswer text={shown} />}>
        <div ref={box}>
          <MarkdownText text={shown} streaming={streaming} extension={extension} />
        </div>
        <WordsRevealed within={box} />
      </Suspense>
    </CitationsContext>
  )
})

/** Stands beside the text, so that it is there only once that is. */
function WordsRevealed({ within }: { within: RefObject<HTMLElement | null> }) {
  useRevealWords(within)
  return null
}

function PlainAnswer({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap">
      {text}
    </p>
  )
}
