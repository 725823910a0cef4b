import { createContext, Fragment, useContext, useMemo } from 'react'
import type { Reference } from '~/contract/chat.ts'
import { CitationLink } from './citation-link.tsx'
import { type Citations, citationsOf, pieces } from './citations.ts'

interface CitationsOfAnswer extends Citations {
  references: readonly Reference[]
}

/** The sources of the answer in which markers stand. A text is read once; what its markers mean may come later. */
export const CitationsContext = createContext<CitationsOfAnswer>({ sources: [], numberOf: new Map(), references: [] })

/** The same object as long as text that is added cites nothing new. */
export function useCitations(text: string, references: Reference[]): CitationsOfAnswer {
  const citations = citationsOf(text, references)
  const numbers = [...citations.numberOf].join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the numbers are all that the text changes
  return useMemo(() => ({ ...citations, references }), [numbers, references])
}

/** Markers as the numbers of their sources; those of no source as they were written. */
export function CitationMarkers({ children }: { children: string }) {
  const citations = useContext(CitationsContext)
  return pieces(children, citations).map((piece, index) => {
    const reference = 'id' in piece && citations.references.find(({ id }) => id === piece.id)
    return (
      // oxlint-disable-next-line react/no-array-index-key -- a piece is its place
      <Fragment key={index}>
        {'text' in piece ? piece.text : reference && <CitationLink number={piece.citation} reference={reference} />}
      </Fragment>
    )
  })
}
