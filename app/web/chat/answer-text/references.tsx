import { FileText, Globe, Image } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { SourceLink } from './citation-link.tsx'
import type { Source } from './citations.ts'

const icons = { web: Globe, document: FileText, image: Image }

const card =
  'flex w-full items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-2 text-left text-sm hover:border-line-strong hover:bg-sunken'

/** An answer's sources, under it, by their numbers. */
export function References({ sources }: { sources: Source[] }) {
  if (sources.length === 0) return null
  return (
    <section aria-label={m.references()} className="mt-4">
      <h3 className="mb-2 text-xs font-medium text-muted">{m.references()}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {sources.map(({ number, reference }) => (
          <li key={number}>
            {reference.url ? (
              <WebSource number={number} reference={reference} />
            ) : (
              <FileSource number={number} reference={reference} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const WebSource = ({ number, reference }: Source) => (
  <a href={reference.url} target="_blank" rel="noreferrer" className={card}>
    <Content number={number} reference={reference} detail={URL.parse(reference.url ?? '')?.host ?? ''} />
  </a>
)

const FileSource = ({ number, reference }: Source) => (
  <SourceLink reference={reference} className={card}>
    <Content
      number={number}
      reference={reference}
      detail={reference.page_number ? m.page_number({ page: reference.page_number }) : ''}
    />
  </SourceLink>
)

function Content({ number, reference, detail }: Source & { detail: string }) {
  const Icon = icons[reference.type]
  return (
    <>
      <span className="w-4 shrink-0 text-center text-xs font-semibold text-accent-text">{number}</span>
      <Icon aria-hidden className="size-4 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate">{reference.name}</span>
      <span className="shrink-0 text-xs text-muted">{detail}</span>
    </>
  )
}
