import { Link } from '@tanstack/react-router'
import { type ReactNode, useContext } from 'react'
import type { Reference } from '~/contract/chat.ts'
import { m } from '~/paraglide/messages'
import { InLink } from '~/ui/markdown/in-link.ts'
import { fragmentOf } from '~/web/files/place.ts'
import { DeletedFile } from '~/web/files/deleted-file.tsx'
import { useIsDeleted } from '~/web/files/deleted-files.ts'

const chip =
  'mx-0.5 inline-flex h-[18px] min-w-[18px] -translate-y-px items-center justify-center rounded-[5px] bg-accent-soft px-1 text-[11px] font-semibold text-accent-text no-underline align-middle hover:bg-accent hover:text-accent-ink'

/** The number of a source in the text: the page of a file in the preview, a web page in a new tab. */
export function CitationLink({ number, reference }: { number: number; reference: Reference }) {
  const label = m.citation({ number, source: sourceLabel(reference) })
  if (useContext(InLink)) return <span className={chip}>{number}</span>
  if (reference.url) {
    return (
      <a
        href={reference.url}
        target="_blank"
        rel="noreferrer"
        aria-label={label}
        title={sourceLabel(reference)}
        className={chip}
      >
        {number}
      </a>
    )
  }
  return (
    <SourceLink reference={reference} className={chip} aria-label={label} title={sourceLabel(reference)}>
      {number}
    </SourceLink>
  )
}

interface FileLinkProps {
  fileId: number | undefined
  page: number
  /** The words to mark on the page. */
  excerpt?: string
  className?: string
  children: ReactNode
  title?: string
  'aria-label'?: string
}

/** Opens a file at a page over the conversation; the address then holds it. One that is known to be gone says so instead. */
export function FileLink({ fileId, page, excerpt, ...props }: FileLinkProps) {
  if (useIsDeleted(fileId)) return <DeletedFile {...props} />
  return (
    <Link
      to="."
      search={(search) => ({ ...search, preview: fileId, preview_page: page })}
      hash={fragmentOf({ words: excerpt })}
      hashScrollIntoView={false}
      resetScroll={false}
      {...props}
    />
  )
}

type SourceLinkProps = Omit<FileLinkProps, 'fileId' | 'page' | 'excerpt'> & { reference: Reference }

/** Opens a file's cited page, with the words that were cited. */
export const SourceLink = ({ reference, ...props }: SourceLinkProps) => (
  <FileLink
    fileId={reference.file_id}
    page={reference.page_number ?? 1}
    {...(reference.excerpt && { excerpt: reference.excerpt })}
    {...props}
  />
)

/** A source in words: its name, and the page where it has one. */
export const sourceLabel = ({ name, page_number }: Reference) =>
  page_number ? m.source_page({ name, page: page_number }) : name
