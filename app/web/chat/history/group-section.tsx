import { type ReactNode, useId } from 'react'
import { m } from '~/paraglide/messages'
import type { GroupName } from './groups.ts'
import type { PlacedGroup } from './rows.ts'

interface GroupSectionProps {
  group: PlacedGroup
  /** Pixels of each row, the heading included. */
  height: number
  /** What stands at the heading's end. */
  action: ReactNode
  /** Those of its rows that are drawn. */
  children: ReactNode
}

/** A group at its place in the list. It is as high as all of its rows, and its heading stays in view as long as one of them is. */
export function GroupSection({ group, height, action, children }: GroupSectionProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="absolute inset-x-0"
      style={{ top: group.row * height, height: (1 + group.conversations.length) * height }}
    >
      <div className="sticky top-0 z-10 flex items-end justify-between bg-canvas px-3 pb-1.5" style={{ height }}>
        <h2 id={heading} className="text-xs font-medium text-muted">
          {labels[group.name]()}
        </h2>
        {action}
      </div>
      <ul aria-labelledby={heading}>{children}</ul>
    </section>
  )
}

const labels: Record<GroupName, () => string> = {
  favorites: m.history_favorites,
  today: m.history_today,
  yesterday: m.history_yesterday,
  last_week: m.history_last_week,
  last_month: m.history_last_month,
  others: m.history_others,
}
