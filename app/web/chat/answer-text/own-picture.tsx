import { useQuery } from '@tanstack/react-query'
import type { Attachment } from '~/contract/chat.ts'
import { useIsDeleted } from '~/web/files/deleted-files.ts'
import { PreviewLink } from '~/web/files/preview/preview-link.tsx'
import { attachedPictureQuery } from '~/web/files/queries.ts'

interface OwnPictureProps {
  file: Pick<Attachment, 'id' | 'name'>
  /** Whether it opens in the preview. */
  linked: boolean
}

/** The greatest height of a picture, in pixels. */
const highest = 384

/** A picture among the reader's files. What cannot be shown is only named. */
export function OwnPicture({ file, linked }: OwnPictureProps) {
  const isGone = useIsDeleted(file.id)
  const { data: picture } = useQuery({ ...attachedPictureQuery(file.id), enabled: !isGone })
  if (isGone || !picture) return <span className="text-muted">{file.name}</span>
  const { url, width, height } = picture
  // Its room is there before it is.
  const room = width && height && { width: Math.min(width, (highest * width) / height), aspectRatio: width / height }
  const image = <img src={url} alt={file.name} style={room || { maxHeight: highest }} className="max-w-full" />
  if (!linked) return image
  return (
    <PreviewLink
      file={file}
      className="inline-block max-w-full overflow-hidden rounded-lg border border-line bg-white hover:border-line-strong"
    >
      {image}
    </PreviewLink>
  )
}
