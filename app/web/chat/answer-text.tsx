import { memo, type ReactNode, useMemo } from 'react'
import type { Reference } from '~/contract/chat.ts'
import { MarkdownText } from '~/ui/markdown.tsx'
import { CitationLink } from './citation-link.tsx'
import { citationsOf, withoutHalfMarker } from './citations.ts'
import { remarkCitations } from './remark-citations.ts'

export interface AnswerTextProps {
  text: string
  references: Reference[]
  streaming: boolean
}

/** An answer's text; one way for text that streams and text that is stored. */
export default memo(function AnswerText({ text, references, streaming }: AnswerTextProps) {
  const shown = streaming ? withoutHalfMarker(text) : text
  const citations = useMemo(() => citationsOf(text, references), [text, references])
  return (
    <MarkdownText
      plugins={[remarkCitations(citations)]}
      renderLink={({ href, children, data }) => {
        const source = citations.sources.find(({ number }) => number === data.dataCitation)
        const reference = references.find(({ id }) => id === data.dataReference) ?? source?.reference
        return source && reference ? (
          <CitationLink number={source.number} reference={reference} />
        ) : (
          <AnswerLink href={href}>{children}</AnswerLink>
        )
      }}
    >
      {shown}
    </MarkdownText>
  )
})

/** A link that the answer itself wrote: the web in a new tab, anything else only as text. */
function AnswerLink({ href, children }: { href: string; children: ReactNode }) {
  if (!href.startsWith('https://')) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}
