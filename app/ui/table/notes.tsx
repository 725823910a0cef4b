import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '../button.tsx'

const skeletonRows = 6

/** Stands for rows that are loading. */
export function TableSkeleton({ width }: { width: number }) {
  return Array.from({ length: skeletonRows }, (_, index) => (
    <tr key={index} data-skeleton>
      <td colSpan={width} className="h-13 border-b border-line px-4 md:px-6">
        <span className="sr-only">{index === 0 && m.loading()}</span>
        <div className="h-3.5 animate-pulse rounded-sm bg-sunken" style={{ width: `${90 - ((index * 17) % 40)}%` }} />
      </td>
    </tr>
  ))
}

/** Says why there are no rows. */
export const TableNote = ({ width, children }: { width: number; children: ReactNode }) => (
  <tr>
    <td colSpan={width} className="px-4 py-16 text-center text-[15px] text-muted">
      {children}
    </td>
  </tr>
)

/** A row that shows a failure and a button to try again. */
export const TableError = ({ width, text, onRetry }: { width: number; text: string; onRetry: () => void }) => (
  <tr>
    <td colSpan={width} className="bg-danger-soft px-4 py-3 text-danger md:px-6">
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
        {text}
        <Button size="sm" onClick={onRetry}>
          <RotateCw aria-hidden className="size-4" />
          {m.try_again()}
        </Button>
      </div>
    </td>
  </tr>
)
