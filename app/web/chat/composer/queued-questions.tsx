import { Clock, Pencil, X } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { type Question, withoutQuestion, withReturned } from './draft.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

/** The questions that wait for their turn; each can be taken back into the box, or away. */
export function QueuedQuestions({ of: key, onEdit }: { of: ConversationKey; onEdit: () => void }) {
  const drafts = useDrafts()
  const queue = useDraft(key, (draft) => draft.queue)
  const waiting = queue.filter(({ sent }) => !sent)
  if (waiting.length === 0) return null

  const edit = (question: Question) => {
    drafts.update(key, (draft) => withReturned(draft, [question]))
    onEdit()
  }
  return (
    <ul aria-label={m.queue_label()} className="border-b border-line px-2 py-1.5">
      {waiting.map((question) => (
        <li key={question.id} className="flex items-center gap-2 pl-2">
          <Clock aria-hidden className="size-4 shrink-0 text-faint" />
          <p className="min-w-0 flex-1">
            <span className="block truncate text-sm">{question.text}</span>
            <span className="block text-xs text-muted">
              {question.afterAnswer ? m.queue_after_answer() : m.queue_after_files()}
              {question.files.length > 0 && ` · ${m.queue_files({ count: question.files.length })}`}
            </span>
          </p>
          <IconButton label={m.queue_edit()} onClick={() => edit(question)}>
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={m.queue_remove()}
            onClick={() => drafts.update(key, (draft) => withoutQuestion(draft, question.id))}
          >
            <X aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
