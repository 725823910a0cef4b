import type { ReactNode } from 'react'
import { fileLinkOf } from './file-address.ts'
import { FileLink } from './citation-link.tsx'

interface AnswerLinkProps {
  href: string
  /** Its words alone. */
  words: string
  children: ReactNode
}

/**
 * A link that the answer itself wrote: the web in a new tab, its host named wherever its words do not name it; a file in the
 * preview at its page. Anything else goes nowhere and says so in the console.
 */
export function AnswerLink({ href, words, children }: AnswerLinkProps) {
  if (href === '') return <span>{children}</span>
  if (href.startsWith('https://')) {
    const host = URL.parse(href)?.host
    return (
      <a href={href} target="_blank" rel="noreferrer">
        {children}
        {host !== hostIn(words) && ` (${host})`}
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

/** The host of an address that is all that a link's words are. */
const hostIn = (words: string) => (URL.parse(words) ?? URL.parse(`https://${words}`))?.host

const invalidLink = 'Invalid url format. Use "/files/5" or "/files/5#page=2"'
