import type { AdminAction } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import type { TableColumn } from '~/ui/table/table.tsx'
import { actionText, actorText, detailsText } from './action-text.ts'
import { useTimeZone } from '~/web/admin/time-zone.tsx'
import { Moment } from './moment.tsx'

const Actor = ({ action }: { action: AdminAction }) => (
  <span className={action.user_id === 0 ? 'text-muted' : 'wrap-anywhere'}>{actorText(action)}</span>
)

const Details = ({ action }: { action: AdminAction }) => detailsText(action, useTimeZone())

/** What admins did: when, who, what, to whom or what, and what else there is to know. */
export const actionColumns: TableColumn<AdminAction>[] = [
  {
    accessorKey: 'created_at',
    header: () => m.audits_col_created(),
    cell: ({ row: { original } }) => <Moment at={original.created_at} />,
    meta: { className: 'text-muted @max-2xl:hidden' },
  },
  {
    accessorKey: 'user_email',
    header: () => m.actions_col_user(),
    cell: ({ row: { original } }) => <Actor action={original} />,
    meta: { className: '@max-2xl:hidden' },
  },
  {
    accessorKey: 'action',
    header: () => m.actions_col_action(),
    cell: ({ row: { original } }) => (
      <>
        {actionText(original.action)}
        <span className="flex flex-wrap gap-x-2 text-xs wrap-anywhere text-muted @2xl:hidden">
          <Actor action={original} /> <Moment at={original.created_at} />
        </span>
        <span className="block text-xs wrap-anywhere text-muted @4xl:hidden">
          <Details action={original} />
        </span>
      </>
    ),
    meta: { className: '@max-2xl:pl-4 md:@max-2xl:pl-6' },
  },
  {
    accessorKey: 'target',
    header: () => m.actions_col_target(),
    cell: ({ row: { original } }) => <span className="wrap-anywhere">{original.target}</span>,
    meta: { className: 'min-w-32 @max-4xl:pr-4 md:@max-4xl:pr-6' },
  },
  {
    id: 'details',
    header: () => m.actions_col_details(),
    cell: ({ row: { original } }) => (
      <span className="wrap-anywhere">
        <Details action={original} />
      </span>
    ),
    meta: { className: 'text-muted @max-4xl:hidden' },
  },
]
