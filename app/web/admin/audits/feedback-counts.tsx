import { useQuery } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FeedbackCount } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { agentLooks } from '~/web/chat/agents/agent-looks.ts'
import type { AuditsFilter } from './audits-search.ts'
import { feedbackQuery } from './queries.ts'

/** How each agent's answers are thought of, those with the most opinions first; nothing where there are none. */
export function FeedbackCounts({ filter }: { filter: AuditsFilter }) {
  const { data = [] } = useQuery(feedbackQuery(filter))
  if (data.length === 0) return null
  return (
    <ul
      aria-label={m.audits_feedback_by_agent()}
      className="flex shrink-0 gap-2 overflow-x-auto px-4 pb-4 text-sm md:flex-wrap md:px-6"
    >
      {data
        .toSorted((one, other) => opinions(other) - opinions(one))
        .map((counts) => (
          <Counts key={counts.pipeline} {...counts} />
        ))}
    </ul>
  )
}

const opinions = ({ good, bad }: FeedbackCount) => good + bad

function Counts({ pipeline, good, bad }: FeedbackCount) {
  const { icon: Icon, name } = agentLooks[pipeline]
  return (
    <li className="inline-flex h-9 shrink-0 items-center gap-3 rounded-md border border-line px-3 tabular-nums">
      <span className="inline-flex items-center gap-1.5">
        <Icon aria-hidden className="size-4 text-muted" />
        {name()}
      </span>
      <Count
        label={m.audits_feedback_good()}
        count={good}
        icon={<ThumbsUp aria-hidden className="size-3.5 text-success" />}
      />
      <Count
        label={m.audits_feedback_bad()}
        count={bad}
        icon={<ThumbsDown aria-hidden className="size-3.5 text-danger" />}
      />
    </li>
  )
}

const Count = ({ label, count, icon }: { label: string; count: number; icon: ReactNode }) => (
  <span className="inline-flex items-center gap-1">
    {icon}
    <span className="sr-only">{label}</span>
    {count.toLocaleString(getLocale())}
  </span>
)
