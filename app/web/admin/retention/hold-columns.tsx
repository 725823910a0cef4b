import { LockOpen, PencilLine } from 'lucide-react'
import type { Hold } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Day } from '~/ui/day.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'

interface Handlers {
  onEdit: (hold: Hold) => void
  onRelease: (hold: Hold) => void
}

/** The columns of the holds; where the table is narrow the address's cell shows the others. */
export const holdColumns = ({ onEdit, onRelease }: Handlers): TableColumn<Hold>[] => [
  {
    accessorKey: 'user_email',
    header: () => m.users_col_email(),
    cell: ({ row: { original } }) => (
      <div className="min-w-0">
        <span title={original.user_email} className="block truncate font-medium">
          {original.user_email}
        </span>
        <p className="mt-0.5 text-xs text-muted @2xl:hidden">
          <Day at={original.held_at} />
          <span className="line-clamp-2 wrap-anywhere">{original.reason}</span>
        </p>
      </div>
    ),
    meta: { fill: true },
  },
  {
    accessorKey: 'reason',
    header: () => m.holds_col_reason(),
    cell: ({ row: { original } }) => (
      <span title={original.reason} className="line-clamp-2 w-63 wrap-anywhere">
        {original.reason}
      </span>
    ),
    meta: { className: '@max-2xl:hidden' },
  },
  {
    accessorKey: 'held_at',
    header: () => m.holds_col_since(),
    cell: ({ row }) => <Day at={row.original.held_at} />,
    meta: { className: 'text-muted @max-2xl:hidden' },
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">{m.users_col_actions()}</span>,
    cell: ({ row: { original } }) => (
      <div role="group" aria-label={m.users_actions_of({ email: original.user_email })} className="flex">
        <IconButton label={m.holds_edit()} onClick={() => onEdit(original)}>
          <PencilLine aria-hidden />
        </IconButton>
        <IconButton label={m.holds_release()} onClick={() => onRelease(original)}>
          <LockOpen aria-hidden />
        </IconButton>
      </div>
    ),
    meta: { className: 'w-0' },
  },
]
