import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a table's rows are sorted by: a column's name for it. */
export interface Sort {
  by: string
  descending: boolean
}

export function ariaSort({ by, descending }: Sort, name: string): 'none' | 'ascending' | 'descending' {
  if (by !== name) return 'none'
  return descending ? 'descending' : 'ascending'
}

interface SortButtonProps {
  sort: Sort & { onSort: (sort: Sort) => void }
  name: string
  children: ReactNode
}

/** A column's header that sorts: ascending at first, then the other way round each time. */
export function SortButton({ sort: { by, descending, onSort }, name, children }: SortButtonProps) {
  const isSorted = by === name
  const Icon = !isSorted ? ArrowUpDown : descending ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort({ by: name, descending: isSorted && !descending })}
      className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {children}
      <Icon aria-hidden className={isSorted ? 'size-3.5' : 'size-3.5 opacity-40'} />
    </button>
  )
}
