import { Info } from 'lucide-react'
import type { Audit } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import type { TableColumn } from '~/ui/table/table.tsx'
import { agentLooks } from '~/web/chat/agents/agent-looks.ts'
import { AuditStatus } from './audit-status.tsx'
import { FeedbackIcon } from './feedback.tsx'
import { Moment } from './moment.tsx'

interface Handlers {
  onShow: (audit: Audit) => void
  /** Lists the requests of the audit's conversation alone. */
  onShowConversation: (of: Pick<Audit, 'user_id' | 'conversation_id'>) => void
}

/** The chat requests' columns. Where the table is narrow the user's cell tells what the hidden ones would. */
export const auditColumns = ({ onShow, onShowConversation }: Handlers): TableColumn<Audit>[] => [
  {
    accessorKey: 'user_id',
    header: () => m.audits_col_user_id(),
    meta: { className: 'whitespace-nowrap text-muted tabular-nums @max-3xl:hidden' },
  },
  {
    accessorKey: 'user_email',
    header: () => m.audits_col_user(),
    cell: ({ row: { original } }) => (
      <>
        <span className="block truncate" title={original.user_email}>
          {original.user_email}
        </span>
        <span className="flex flex-wrap gap-x-2 text-xs text-muted @3xl:hidden">
          {agentLooks[original.pipeline].name()} <Moment at={original.created_at} />
        </span>
      </>
    ),
    meta: { fill: true, className: '@max-3xl:pl-4 md:@max-3xl:pl-6' },
  },
  {
    accessorKey: 'conversation_id',
    header: () => m.audits_col_conversation(),
    cell: ({ row: { original } }) => (
      <Conversation id={original.conversation_id} onShow={() => onShowConversation(original)} />
    ),
    meta: { className: 'whitespace-nowrap tabular-nums @max-4xl:hidden' },
  },
  {
    accessorKey: 'pipeline',
    header: () => m.audits_col_pipeline(),
    cell: ({ row: { original } }) => agentLooks[original.pipeline].name(),
    meta: { className: 'whitespace-nowrap @max-3xl:hidden' },
  },
  {
    accessorKey: 'status',
    header: () => m.audits_col_status(),
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2">
        <AuditStatus status={original.status} />
        <FeedbackIcon feedback={original.feedback} />
      </span>
    ),
  },
  {
    accessorKey: 'created_at',
    header: () => m.audits_col_created(),
    cell: ({ row: { original } }) => <Moment at={original.created_at} />,
    meta: { className: 'text-muted @max-3xl:hidden' },
  },
  {
    id: 'info',
    header: () => <span className="sr-only">{m.audits_col_info()}</span>,
    cell: ({ row: { original } }) => (
      <IconButton label={m.audits_show({ id: original.id })} onClick={() => onShow(original)}>
        <Info aria-hidden />
      </IconButton>
    ),
    meta: { className: 'w-0' },
  },
]

const Conversation = ({ id, onShow }: { id: number | null; onShow: () => void }) =>
  id === null ? (
    <span className="text-faint">–</span>
  ) : (
    <button
      type="button"
      aria-label={m.audits_show_conversation({ id })}
      onClick={onShow}
      className="rounded-sm text-accent-text underline-offset-2 hover:underline"
    >
      {id}
    </button>
  )
