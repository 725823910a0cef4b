import { toast } from '~/ui/toast.ts'
import { liveAnswer } from '../answers/live-answers.ts'
import { type Limits, questionProblem } from './check-question.ts'
import { type Question, withQueued } from './draft.ts'
import type { DraftStore } from './draft-store.ts'
import { problemText } from './problem-text.ts'
import type { ConversationKey } from '../conversation-key.ts'

/**
 * Puts what is in the box into the conversation's queue, from where the outbox sends it: at once if nothing is in the way,
 * otherwise when the answer before it has ended and its files are ready. A question that cannot be sent stays in the box, and
 * a toast says why.
 *
 * @returns whether it was queued
 */
export function submit(
  key: ConversationKey,
  { agent, model }: Pick<Question, 'agent' | 'model'>,
  limits: Limits | undefined,
  drafts: DraftStore,
): boolean {
  const { text, files, queue } = drafts.get(key)
  const problem = questionProblem({ text, agent, files }, limits)
  if (problem) {
    toast.error(problemText(problem))
    return false
  }
  const question: Question = {
    id: crypto.randomUUID(),
    text: text.trim(),
    agent,
    model,
    files,
    afterAnswer: queue.length > 0 || liveAnswer(key)?.status === 'streaming',
    sent: false,
  }
  drafts.update(key, (draft) => withQueued(draft, question))
  return true
}
