import type { User } from '~/contract/users.ts'
import { m } from '~/paraglide/messages'
import { Day } from '~/ui/day.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'
import { roleLabel } from './roles.ts'
import { UserActions, type UserActionsProps } from './user-actions.tsx'
import { UserEmail } from './user-email.tsx'

type Handlers = Pick<UserActionsProps, 'onShowDetails' | 'onEdit' | 'onSetActive' | 'onHold' | 'onDelete'>

/** The columns of the users' screen. */
export const userColumns = (ownId: number, handlers: Handlers): TableColumn<User>[] => [
  {
    accessorKey: 'id',
    header: () => m.users_col_id(),
    meta: { sort: 'id', className: 'whitespace-nowrap text-muted tabular-nums @max-2xl:hidden' },
  },
  {
    accessorKey: 'email',
    header: () => m.users_col_email(),
    cell: ({ row }) => (
      <UserEmail user={row.original} own={row.original.id === ownId} onShowDetails={handlers.onShowDetails} />
    ),
    meta: { fill: true },
  },
  {
    accessorKey: 'role',
    header: () => m.users_col_role(),
    cell: ({ row }) => roleLabel(row.original.role),
    meta: { className: 'whitespace-nowrap @max-2xl:hidden' },
  },
  {
    accessorKey: 'created_at',
    header: () => m.users_col_created(),
    cell: ({ row }) => <Day at={row.original.created_at} />,
    meta: { sort: 'created', className: 'text-muted @max-2xl:hidden' },
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">{m.users_col_actions()}</span>,
    cell: ({ row }) => <UserActions user={row.original} own={row.original.id === ownId} {...handlers} />,
    meta: { className: 'w-0' },
  },
]
