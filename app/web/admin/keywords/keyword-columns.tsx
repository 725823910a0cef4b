import { Trash2 } from 'lucide-react'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Day } from '~/ui/day.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'

/** The columns of the blocked keywords; where the table is narrow the keyword's cell shows the day. */
export const keywordColumns = (onDelete: (keywords: BlockedKeyword[]) => void): TableColumn<BlockedKeyword>[] => [
  {
    accessorKey: 'id',
    header: () => m.keywords_col_id(),
    meta: { className: 'whitespace-nowrap text-muted tabular-nums @max-lg:hidden' },
  },
  {
    accessorKey: 'keyword',
    header: () => m.keywords_col_keyword(),
    cell: ({ row: { original } }) => (
      <>
        <span title={original.keyword} className="block truncate whitespace-pre">
          {original.keyword}
        </span>
        <span className="block text-xs text-muted @md:hidden">
          <Day at={original.created_at} />
        </span>
      </>
    ),
    meta: { fill: true, className: '@max-lg:pl-4' },
  },
  {
    accessorKey: 'created_at',
    header: () => m.keywords_col_created(),
    cell: ({ row }) => <Day at={row.original.created_at} />,
    meta: { className: 'text-muted @max-md:hidden' },
  },
  {
    id: 'delete',
    header: () => <span className="sr-only">{m.delete()}</span>,
    cell: ({ row }) => (
      <IconButton
        label={m.keywords_delete_one_label({ keyword: row.original.keyword })}
        onClick={() => onDelete([row.original])}
      >
        <Trash2 aria-hidden />
      </IconButton>
    ),
    meta: { className: 'w-0' },
  },
]
