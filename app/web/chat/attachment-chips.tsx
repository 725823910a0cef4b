import type { Attachment } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { FileIcon } from '~/web/files/file-icon.tsx'
import { DeletedFile } from '~/web/files/deleted-file.tsx'
import { useIsDeleted } from '~/web/files/deleted-files.ts'
import { PreviewLink } from '~/web/files/preview/preview-link.tsx'

/** The files of a message; each opens in the preview. */
export function AttachmentChips({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label={m.attachments()} className="flex flex-wrap gap-1.5">
      {attachments.map((attachment) => (
        <li key={attachment.id} className="max-w-full">
          <AttachmentChip {...attachment} />
        </li>
      ))}
    </ul>
  )
}

const chip =
  'flex h-9 max-w-64 items-center gap-2 rounded-md border border-line bg-surface pr-3 pl-2 text-sm hover:border-line-strong hover:bg-sunken [&_svg]:size-4'

/** A file that is known to be gone says so instead of opening. */
function AttachmentChip({ id, name, mime_type }: Attachment) {
  const icon = <FileIcon file={{ name, type: fileType(mime_type) }} />
  if (useIsDeleted(id)) {
    return (
      <DeletedFile aria-label={m.file_gone_name({ name })} className={chip}>
        {icon}
        <span className="truncate">{name}</span>
        {/* A box of its own in the line, so that it is not struck through. */}
        <span className="shrink-0">
          <span className="inline-block text-xs">{m.file_gone_mark()}</span>
        </span>
      </DeletedFile>
    )
  }
  return (
    <PreviewLink file={{ id, name }} title={name} className={chip}>
      {icon}
      <span className="truncate">{name}</span>
    </PreviewLink>
  )
}

/** A file's kind by its MIME type. */
export function fileType(mimeType: string) {
  const kind = mimeType.split('/')[0]
  return kind === 'image' || kind === 'audio' ? kind : 'document'
}
