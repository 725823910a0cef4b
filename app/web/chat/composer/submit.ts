import { toast } from '~/ui/toast.ts'
import { liveAnswer } from '../answers/live-answers.ts'
import { type Limits, questionProblem } from './check-question.ts'
import { type Question, withQueued } from './draft.ts'
import type { DraftKey } from './draft-store.ts'
import { advance, type OutboxOptions } from './outbox.ts'
import { problemText } from './problem-text.ts'

/**
 * Sends off what is in the box: at once if nothing is in the way, else when the answer before it has ended and its files are
 * ready. A question that cannot be sent stays as it is, and a toast says why.
 *
 * @returns whether it was sent off
 */
export function submit(
  key: DraftKey,
  { agent, model }: Pick<Question, 'agent' | 'model'>,
  limits: Limits | undefined,
  outbox: OutboxOptions,
): boolean {
  const { text, files, queue } = outbox.drafts.get(key)
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
  outbox.drafts.update(key, (draft) => withQueued(draft, question))
  advance(key, outbox)
  return true
}
