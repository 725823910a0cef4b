import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'

const slot = 'inline-flex h-8 min-w-8 items-center justify-center rounded-sm px-2 text-sm tabular-nums [&_svg]:size-4'

/** Previous, numbered pages and Next: links that set `page` in the address and keep the rest of it. */
export function Pager({ page, pages }: { page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav aria-label={m.table_pages()} className="flex items-center gap-0.5">
      <PageLink page={page - 1} enabled={page > 1} label={m.table_previous()}>
        <ChevronLeft aria-hidden />
      </PageLink>
      {pageSlots(page, pages).map((number, index) =>
        number === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden className={`${slot} text-faint max-sm:hidden`}>
            …
          </span>
        ) : (
          <PageLink key={number} page={number} enabled label={m.table_page({ page: number })} current={number === page}>
            {number}
          </PageLink>
        ),
      )}
      <PageLink page={page + 1} enabled={page < pages} label={m.table_next()}>
        <ChevronRight aria-hidden />
      </PageLink>
    </nav>
  )
}

interface PageLinkProps {
  page: number
  enabled: boolean
  label: string
  current?: boolean
  children: ReactNode
}

/** A step on phones only where it leads on: Previous, the current page, Next. */
function PageLink({ page, enabled, label, current, children }: PageLinkProps) {
  const isStep = current === undefined
  if (!enabled) {
    return (
      <span role="link" aria-disabled aria-label={label} className={`${slot} text-faint opacity-50`}>
        {children}
      </span>
    )
  }
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, page: page > 1 ? page : undefined })}
      // Without these the first page counts as open on every page.
      activeOptions={{ exact: true, explicitUndefined: true }}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      className={`${slot} text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-text ${isStep || current ? '' : 'max-sm:hidden'}`}
    >
      {children}
    </Link>
  )
}

/** A numbered page, or a gap between two. */
type PageSlot = number | 'gap'

const mostSlots = 7

/**
 * The pager's slots, at most seven: every page where they fit; otherwise the first, the last and those around `page`,
 * with gaps between. Near the start these are the first five, a gap and the last; near the end its mirror.
 */
export function pageSlots(page: number, pages: number): PageSlot[] {
  if (pages <= mostSlots) return range(1, pages)
  if (page <= 4) return [...range(1, 5), 'gap', pages]
  if (page >= pages - 3) return [1, 'gap', ...range(pages - 4, pages)]
  return [1, 'gap', page - 1, page, page + 1, 'gap', pages]
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index)
