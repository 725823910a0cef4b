import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What a table's rows are sorted by: a column's name for it, with a `-` before it where the order is descending. */
export interface Sort {
  value: string
  onSort: (value: string) => void
}

export function ariaSort({ value }: Sort, name: string): 'none' | 'ascending' | 'descending' {
  if (value === name) return 'ascending'
  return value === `-${name}` ? 'descending' : 'none'
}

interface SortButtonProps {
  sort: Sort
  name: string
  children: ReactNode
}

const icons = { none: ArrowUpDown, ascending: ArrowUp, descending: ArrowDown }

/** A column's header that sorts: ascending at first, then the other way round each time. */
export function SortButton({ sort, name, children }: SortButtonProps) {
  const order = ariaSort(sort, name)
  const Icon = icons[order]
  return (
    <button
      type="button"
      onClick={() => sort.onSort(order === 'ascending' ? `-${name}` : name)}
      className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 hover:text-ink"
    >
      {children}
      <Icon aria-hidden className={order === 'none' ? 'size-3.5 opacity-40' : 'size-3.5'} />
    </button>
  )
}
