import type { ReactNode } from 'react'
import { fileLinkOf } from './file-address.ts'
import { FileLink } from './citation-link.tsx'

/**
 * A link that the answer itself wrote: the web in a new tab, a file in the preview at its page. Anything else goes
 * nowhere and says so in the console.
 */
export function AnswerLink({ href, children }: { href: string; children: ReactNode }) {
  if (href === '') return <span>{children}</span>
  if (href.startsWith('https://')) {
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    )
  }
  const file = fileLinkOf(href)
  if (file) {
    return (
      <FileLink fileId={file.id} page={file.page}>
        {children}
      </FileLink>
    )
  }
  return (
    <button type="button" className="prose-link" onClick={() => console.error(invalidLink)}>
      {children}
    </button>
  )
}

const invalidLink = 'Invalid url format. Use "/files/5" or "/files/5#page=2"'
