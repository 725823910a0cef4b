import type { Conversation } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { Spinner } from '~/ui/spinner.tsx'
import { useLiveAnswers } from '../answers/live-answers.ts'
import { useUnread } from '../answers/unread.ts'

/** Shows that an answer is being written in a conversation, or that one ended there while the reader was elsewhere. */
export function RowMark({ conversation: { id, running = false } }: { conversation: Conversation }) {
  const writing = useLiveAnswers().has(id) || running
  const unread = useUnread().has(id)
  if (writing) {
    return (
      <span className="ml-auto shrink-0 text-accent">
        <Spinner className="size-3.5" />
        <span className="sr-only">{m.history_writing()}</span>
      </span>
    )
  }
  if (!unread) return null
  return (
    <span className="ml-auto size-2 shrink-0 rounded-full bg-accent">
      <span className="sr-only">{m.history_unread()}</span>
    </span>
  )
}
