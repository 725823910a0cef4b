import { memo, type RefObject, useCallback, useContext, useRef, useState } from 'react'
import type { Reference } from '~/contract/chat.ts'
import { InLink } from '~/ui/markdown/in-link.ts'
import MarkdownText from '~/ui/markdown/markdown-text.tsx'
import type { MarkdownExtension } from '~/ui/markdown/render.tsx'
import { AnswerLink } from './answer-link.tsx'
import { CitationMarkers, CitationsContext, useCitations } from './citation-markers.tsx'
import { withoutHalfMarker } from './citations.ts'
import { useRevealWords } from '../messages/reveal-words.ts'
import { remarkCitations } from './remark-citations.ts'
import { ImageLink, textOf } from '~/ui/markdown/elements.tsx'
import { imageAt } from './file-address.ts'
import { OwnPicture } from './own-picture.tsx'

interface AnswerTextProps {
  text: string
  references: Reference[]
  streaming: boolean
  /** For what cost its end is drawn, as {@link MarkdownText} has it. */
  drawn?: number | undefined
}

const extension: MarkdownExtension = {
  remarkPlugins: [remarkCitations],
  components: {
    a: ({ node, href, children }) => (
      <AnswerLink href={href ?? ''} words={textOf(node!)}>
        <InLink value>{children}</InLink>
      </AnswerLink>
    ),
    img: ({ src, alt }) => <AnswerImage src={String(src ?? '')} alt={alt ?? ''} />,
    cite: ({ children }) => <CitationMarkers>{String(children)}</CitationMarkers>,
  },
}

/** An answer's text; one way for text that streams and text that is stored, in the browser and on the server. */
export default memo(function AnswerText({ text, references, streaming, drawn }: AnswerTextProps) {
  const shown = streaming ? withoutHalfMarker(text) : text
  const citations = useCitations(text, references)
  const box = useRef<HTMLDivElement>(null)
  const [isWhole, setWhole] = useState(false)
  const onWhole = useCallback(() => setWhole(true), [])
  return (
    <CitationsContext value={citations}>
      <div ref={box}>
        <MarkdownText text={shown} streaming={streaming} extension={extension} drawn={drawn} onWhole={onWhole} />
      </div>
      <WordsRevealed key={`${drawn} ${isWhole}`} within={box} />
    </CitationsContext>
  )
})

/** Stands beside the text, so that it is there only once that is. */
function WordsRevealed({ within }: { within: RefObject<HTMLElement | null> }) {
  useRevealWords(within)
  return null
}

/** An image that the answer itself wrote: a picture among the reader's files is shown, any other is a link. */
function AnswerImage({ src, alt }: { src: string; alt: string }) {
  const inLink = useContext(InLink)
  const image = imageAt(src)
  if (!image) return <span>{alt}</span>
  if ('elsewhere' in image) return <ImageLink src={image.elsewhere} alt={alt} />
  return <OwnPicture file={{ id: image.file, name: alt }} linked={!inLink} />
}
