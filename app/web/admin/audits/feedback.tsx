import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Feedback } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'

const looks = {
  good: { label: m.audits_feedback_good, icon: ThumbsUp, color: 'text-success' },
  bad: { label: m.audits_feedback_bad, icon: ThumbsDown, color: 'text-danger' },
}

interface FeedbackProps {
  feedback: Feedback
}

/** What the user thinks of the answer, as an icon; nothing where nothing is known. */
export function FeedbackIcon({ feedback }: FeedbackProps) {
  if (feedback === 'unknown') return null
  const { label, icon: Icon, color } = looks[feedback]
  return (
    <span data-tooltip={label()} className={color}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{label()}</span>
    </span>
  )
}

/** The same in words. */
export function FeedbackValue({ feedback }: FeedbackProps) {
  if (feedback === 'unknown') return <span className="text-muted">{m.audits_feedback_unknown()}</span>
  const { label, icon: Icon, color } = looks[feedback]
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden className={`size-4 ${color}`} />
      {label()}
    </span>
  )
}
