import type { StoredFile } from '~/contract/files.ts'
import type { Me } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Day } from '~/ui/day.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'
import { FileActions, type FileActionsProps } from './file-actions.tsx'
import { FileName } from './file-name.tsx'
import { FileStatus } from './file-status.tsx'
import { groupLabel, mayChange } from '../groups.ts'
import { sourceLabel } from '../status.ts'

type Handlers = Pick<FileActionsProps, 'onShowDetails' | 'onShowContent' | 'onDelete'>

/** The file library's columns. Where the table is narrow the name's cell shows what the hidden ones would. */
export const fileColumns = (me: Me, handlers: Handlers): TableColumn<StoredFile>[] => [
  {
    accessorKey: 'id',
    header: () => m.files_col_id(),
    meta: { className: 'whitespace-nowrap text-muted tabular-nums @max-[60rem]:hidden' },
  },
  {
    accessorKey: 'name',
    header: () => m.files_col_name(),
    cell: ({ row }) => <FileName file={row.original} />,
    meta: { fill: true },
  },
  {
    id: 'group',
    header: () => m.files_col_group(),
    cell: ({ row }) => <GroupName me={me} file={row.original} />,
    meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
  },
  {
    accessorKey: 'status',
    header: () => m.files_col_status(),
    cell: ({ row }) => <FileStatus file={row.original} />,
    meta: { className: '@max-2xl:hidden' },
  },
  {
    id: 'source',
    header: () => m.files_col_source(),
    cell: ({ row }) => sourceLabel(row.original.source_type),
    meta: { className: 'whitespace-nowrap text-muted @max-4xl:hidden' },
  },
  {
    accessorKey: 'created_at',
    header: () => m.files_col_date(),
    cell: ({ row }) => <Day at={row.original.created_at} />,
    meta: { className: 'text-muted @max-4xl:hidden' },
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">{m.files_col_actions()}</span>,
    cell: ({ row }) => <FileActions file={row.original} mayChange={mayChange(me, row.original)} {...handlers} />,
    meta: { className: 'w-0' },
  },
]

/** An admin also sees the private files of others. */
function GroupName({ me, file }: { me: Me; file: StoredFile }) {
  const isOthers = file.group_type === 'user' && !me.groups.some(({ id }) => id === file.group_id)
  return (
    <>
      {groupLabel(file.group_type)}
      {isOthers && <span className="block text-xs text-muted">{m.files_group_private_other()}</span>}
    </>
  )
}
