import type { Question } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import type { Call } from '~/provider/api/serve.ts'
import type { EntryRow } from './own-conversation.ts'
import { requireQuestionRate } from './question-rate.ts'
import { cancelRun, reapRun } from './runs.ts'

/** The entries that a question takes the place of. */
export interface Overwritten {
  questionId: number
  answerId: number
}

/**
 * Readies a conversation, whose latest answer is given, for a question, and gives the entries that the question replaces.
 * A running answer that is to be replaced ends first; one that nobody generates any more does too.
 *
 * @throws ApiError `rate_limited`, and `invalid_conversation` when the entries to be replaced are
 * not the last two
 */
export async function makeRoom(
  { overwrite_prompt_id: questionId, overwrite_assistant_id: answerId }: Question,
  latest: EntryRow | undefined,
  call: Call,
): Promise<Overwritten | undefined> {
  const overwrites = questionId !== undefined || answerId !== undefined
  if (overwrites && (!latest || latest.question_id !== questionId || latest.id !== answerId)) {
    throw new ApiError('invalid_conversation')
  }
  if (latest?.status === 'streaming') await (overwrites ? cancelForNext(latest, call) : reapRun(call.env, latest))
  return overwrites && latest ? { questionId: latest.question_id!, answerId: latest.id } : undefined
}

/** A question that is refused must not have ended an answer. */
async function cancelForNext(answer: EntryRow, call: Call): Promise<void> {
  await requireQuestionRate(call)
  await cancelRun(call.env, answer)
}
