import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Attachment } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'

interface PreviewLinkProps {
  file: Pick<Attachment, 'id' | 'name'>
  title?: string
  className: string
  children: ReactNode
}

/** Opens a file in the preview, over the page that is shown. */
export const PreviewLink = ({ file: { id, name }, ...props }: PreviewLinkProps) => (
  <Link
    to="."
    search={(search) => ({ ...search, preview: id, preview_page: undefined })}
    resetScroll={false}
    preload={false}
    aria-label={m.files_preview_of({ name })}
    {...props}
  />
)
