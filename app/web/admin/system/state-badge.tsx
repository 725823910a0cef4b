import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { SystemState } from '~/contract/system.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'

const looks: Record<SystemState, { label: () => string; icon: LucideIcon; color: string }> = {
  ok: { label: m.system_state_ok, icon: CircleCheck, color: 'text-success' },
  warning: { label: m.system_state_warning, icon: TriangleAlert, color: 'text-warning' },
  error: { label: m.system_state_error, icon: CircleAlert, color: 'text-danger' },
  unknown: { label: m.system_state_unknown, icon: CircleDashed, color: 'text-muted' },
}

/** A state by icon and word; the colour only repeats it. */
export function StateBadge({ state }: { state: SystemState }) {
  const { label, icon: Icon, color } = looks[state]
  return (
    <span className={classes('flex shrink-0 items-center gap-1.5 text-sm font-medium whitespace-nowrap', color)}>
      <Icon aria-hidden className="size-4" />
      {label()}
    </span>
  )
}
