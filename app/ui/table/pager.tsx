import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { pageSlots } from './page-slots.ts'

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
