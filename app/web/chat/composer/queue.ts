import type { AnswerStatus, Entry } from '~/contract/conversations.ts'
import { isTableOnly, tableAgents } from '~/contract/table-files.ts'
import { answerIn } from '../entries.ts'
import { type DraftFile, isStored, type Question } from './draft.ts'

/**
 * What to do with the first question of a queue while no answer is being written in its conversation:
 * send it, wait on, or give it back to the box.
 */
export function turnOf(question: Question, lastAnswer: AnswerStatus | undefined): 'send' | 'wait' | 'return' {
  // Whether it has arrived is not known; its key makes asking once more harmless.
  if (question.sent) return 'send'
  const canUse = (file: DraftFile) =>
    file.status === 'done' || (isTableOnly(file) && tableAgents.includes(question.agent))
  if (question.files.some((file) => file.status === 'failed' && !canUse(file))) return 'return'
  if (question.afterAnswer && lastAnswer !== 'done')
    return lastAnswer === undefined || lastAnswer === 'streaming' ? 'wait' : 'return'
  return question.files.every((file) => isStored(file) && canUse(file)) ? 'send' : 'wait'
}

/** How a conversation's latest answer stands. */
export function lastAnswerOf(entries: readonly Entry[] | undefined): AnswerStatus | undefined {
  const last = entries?.at(-1)
  return last && answerIn(last)?.status
}
