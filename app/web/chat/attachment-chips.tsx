import { Link } from '@tanstack/react-router'
import type { Attachment } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { FileIcon } from '~/web/files/file-icon.tsx'

/** The files of a message; each opens in the preview. */
export function AttachmentChips({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label={m.attachments()} className="flex flex-wrap gap-1.5">
      {attachments.map(({ id, name, mime_type }) => (
        <li key={id} className="max-w-full">
          <Link
            to="."
            search={(search) => ({ ...search, preview: id, preview_page: undefined })}
            resetScroll={false}
            preload={false}
            aria-label={m.files_preview_of({ name })}
            title={name}
            className="flex h-9 max-w-64 items-center gap-2 rounded-md border border-line bg-surface pr-3 pl-2 text-sm hover:border-line-strong hover:bg-sunken [&_svg]:size-4"
          >
            <FileIcon file={{ name, type: fileType(mime_type) }} />
            <span className="truncate">{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A file's kind by its MIME type. */
export function fileType(mimeType: string) {
  const kind = mimeType.split('/')[0]
  return kind === 'image' || kind === 'audio' ? kind : 'document'
}
