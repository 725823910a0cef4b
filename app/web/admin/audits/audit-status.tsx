import { Ban, CircleAlert, CircleCheck, CircleSlash, type LucideIcon } from 'lucide-react'
import type { AuditStatus as Status } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'

const looks: Record<Status, { label: () => string; icon: LucideIcon; color: string; text: string }> = {
  completed: { label: m.audits_status_completed, icon: CircleCheck, color: 'text-success', text: 'text-muted' },
  failed: { label: m.audits_status_failed, icon: CircleAlert, color: '', text: 'text-danger' },
  cancelled: { label: m.audits_status_cancelled, icon: CircleSlash, color: '', text: 'text-muted' },
  blocked: { label: m.audits_status_blocked, icon: Ban, color: '', text: 'text-danger' },
}

/** How a chat request ended. */
export function AuditStatus({ status }: { status: Status }) {
  const { label, icon: Icon, color, text } = looks[status]
  return (
    <span className={classes('flex items-center gap-1.5 whitespace-nowrap', text)}>
      <Icon aria-hidden className={classes('size-4', color)} />
      {label()}
    </span>
  )
}
