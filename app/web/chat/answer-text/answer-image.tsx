import { useContext } from 'react'
import { ImageLink } from '~/ui/markdown/elements.tsx'
import { InLink } from '~/ui/markdown/in-link.ts'
import { imageAt } from './file-address.ts'
import { OwnPicture } from './own-picture.tsx'

/** An image that the answer itself wrote: a picture among the reader's files is shown, any other is a link. */
export function AnswerImage({ src, alt }: { src: string; alt: string }) {
  const inLink = useContext(InLink)
  const image = imageAt(src)
  if (!image) return <span>{alt}</span>
  if ('elsewhere' in image) return <ImageLink src={image.elsewhere} alt={alt} />
  return <OwnPicture file={{ id: image.file, name: alt }} linked={!inLink} />
}
