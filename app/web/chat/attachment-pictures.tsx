import { useQuery } from '@tanstack/react-query'
import type { Attachment } from '~/contract/chat.ts'
import { useIsGone } from '~/web/files/gone-files.ts'
import { PreviewLink } from '~/web/files/preview-link.tsx'
import { attachedPictureQuery } from '~/web/files/queries.ts'

/** The pictures of an answer, such as charts; each opens in the preview. */
export default function AttachmentPictures({ attachments }: { attachments: readonly Attachment[] }) {
  const pictures = attachments.filter(({ mime_type }) => mime_type.startsWith('image/'))
  return (
    <div className="flex flex-col items-start gap-2">
      {pictures.map((picture) => (
        <Picture key={picture.id} {...picture} />
      ))}
    </div>
  )
}

/** What cannot be shown is named by its chip alone. */
function Picture({ id, name }: Attachment) {
  const isGone = useIsGone(id)
  const { data: address } = useQuery({ ...attachedPictureQuery(id), enabled: !isGone })
  if (isGone || !address) return null
  return (
    <PreviewLink
      file={{ id, name }}
      className="max-w-full overflow-hidden rounded-lg border border-line bg-white hover:border-line-strong"
    >
      <img src={address} alt={name} className="max-h-96 w-auto max-w-full" />
    </PreviewLink>
  )
}
