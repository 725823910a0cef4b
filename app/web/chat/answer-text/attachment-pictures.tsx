import type { Attachment } from '~/contract/chat.ts'
import { OwnPicture } from './own-picture.tsx'

/** The pictures of an answer, such as charts; each opens in the preview. */
export default function AttachmentPictures({ attachments }: { attachments: readonly Attachment[] }) {
  const pictures = attachments.filter(({ mime_type }) => mime_type.startsWith('image/'))
  return (
    <div className="flex flex-col items-start gap-2">
      {pictures.map((picture) => (
        <OwnPicture key={picture.id} file={picture} linked />
      ))}
    </div>
  )
}
