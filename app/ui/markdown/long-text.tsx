import { memo, useMemo, useState } from 'react'
import { type MarkdownExtension, PlainText, renderMarkdown } from './render.tsx'

/** Characters from which a block, most likely a list, is long. */
export const longText = 12_000

/** A long block that grows is read again when it has grown by this part of itself: all readings together stay linear. */
const growth = 1 / 16

interface LongTextProps {
  source: string
  definitions: string
  open: boolean
  extension: MarkdownExtension
}

/** A block that is too long to be read with each frame; what came since it was read is shown as it is. */
export const LongText = memo(function LongText({ source, definitions, open, extension }: LongTextProps) {
  const [kept, keep] = useState(source)
  const stands = open && source.startsWith(kept) && source.length - kept.length < kept.length * growth
  const read = stands ? kept : source
  if (read !== kept) keep(read)
  const drawn = useMemo(() => renderMarkdown(definitions + read, extension), [definitions, read, extension])
  const rest = source.slice(read.length)
  return (
    <>
      {drawn}
      {rest && <PlainText>{rest}</PlainText>}
    </>
  )
})
