import type { QueryClient } from '@tanstack/react-query'
import type { Attachment } from '~/contract/chat.ts'
import { type AgentType, defaultModel } from '~/contract/defaults.ts'
import { ApiError } from '~/contract/errors.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { markDeleted } from '~/web/files/deleted-files.ts'
import { notifyTabs } from './answer-tabs.ts'
import { ask, resumeAnswer } from '../chat.functions.ts'
import { isRefusal } from '~/web/errors/refusal.ts'
import { type LiveQuestion, newLiveAnswer, setLiveAnswer, updateLiveAnswer } from './live-answers.ts'
import { conversationsQuery } from '../queries.ts'
import { type AnswerOutcome, cancelRun, newRun, readAnswer, runOf } from './read-answer.ts'
import type { ConversationKey } from '../conversation-key.ts'

export type { AnswerOutcome }

export interface AskOptions {
  queryClient: QueryClient
  conversation: ConversationKey
  text: string
  agent: AgentType
  /** Left out for the adaptive model. */
  model?: string
  attachments?: readonly Attachment[]
  /** Names the question, so that it is asked once however often it is sent; one of its own where left out. */
  idempotencyKey?: string
  /** The last question and its answer, whose place this question takes; an answer that still runs ends. */
  overwrites?: { questionId: number; answerId: number }
  /** Called once the server has stored the question, with the conversation's id. */
  onAccepted: (conversationId: number) => void
}

/** Questions that may have been stored although nobody said so: when asked again, they are the same question. */
const unanswered = new Map<string, ReturnType<typeof idempotent>>()

/**
 * Asks a question and keeps its answer up to date until it has ended, whatever page is shown meanwhile; returns how it ended.
 *
 * @throws only when the question was not accepted: then nothing shows, and asking the same again asks it once.
 *   `invalid_conversation` where this tab reads another answer, `request_aborted_user` when it was stopped before
 */
export async function askQuestion({ queryClient, onAccepted, ...asked }: AskOptions): Promise<AnswerOutcome> {
  const { conversation, agent, overwrites, idempotencyKey } = asked
  const before = runOf(conversation)
  if (before && !overwrites) throw new ApiError('invalid_conversation')
  before?.leave.abort(new ApiError('request_aborted_user'))

  const question = questionOf(asked)
  const fingerprint = JSON.stringify([conversation, question])
  const headers = unanswered.get(fingerprint) ?? idempotent(idempotencyKey)
  unanswered.set(fingerprint, headers)
  setLiveAnswer(conversation, { ...newLiveAnswer(agent), question: shownQuestionOf(asked) })
  try {
    return await readAnswer(newRun(conversation, false), {
      queryClient,
      // Until the server has said which answer it is, the same question is repeated under the same key.
      begin: (signal) => ask({ data: { conversation, question }, headers, signal }),
      onAccepted: (id) => {
        unanswered.delete(fingerprint)
        void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
        notifyTabs({ conversationId: id, event: 'asked' })
        onAccepted(id)
      },
    })
  } catch (error) {
    if (isRefusal(error) && error.code !== 'request_aborted_user') unanswered.delete(fingerprint)
    throw namingFile(error, asked.attachments ?? [])
  }
}

/** Reads an answer that is already being written: after a reload, or one that another tab asked for. Never rejects. */
export async function followAnswer(
  queryClient: QueryClient,
  conversationId: number,
  { entryId, agent }: { entryId: number; agent: AgentType },
): Promise<void> {
  if (runOf(conversationId)) return
  setLiveAnswer(conversationId, { ...newLiveAnswer(agent), entryId })
  await readAnswer(newRun(conversationId, true), {
    queryClient,
    begin: (signal) => resumeAnswer({ data: { id: conversationId, entryId }, signal }),
    onAccepted: () => {},
  })
}

/**
 * Stops the answer; its text so far stays. It may be called at any time: a question that is not accepted yet is stopped as
 * soon as it is, or given back where it cannot be sent; a stop that does not reach the server is repeated.
 *
 * @throws ApiError when the server refuses
 */
export async function stopAnswer(key: ConversationKey): Promise<void> {
  const run = runOf(key)
  if (!run || run.stop.signal.aborted) return
  run.stop.abort()
  updateLiveAnswer(key, (answer) => ({ ...answer, stopping: true }))
  if (run.accepted) await cancelRun(run)
}

/** The same error; one about a file that is gone with its name, and the file is then shown as gone wherever it stands. */
function namingFile(error: unknown, attachments: readonly Attachment[]): unknown {
  if (!(error instanceof ApiError) || error.code !== 'does_not_exist' || error.info?.entity !== 'file') return error
  const file = attachments.find(({ id }) => id === error.info?.id)
  if (!file) return error
  markDeleted([file.id])
  return new ApiError(error.code, { ...error.info, name: file.name }, { cause: error })
}

type Asked = Omit<AskOptions, 'queryClient' | 'onAccepted'>

const questionOf = ({ text, agent, model, attachments = [], overwrites }: Asked) => ({
  query: text,
  pipeline: agent,
  background: true,
  ...(model && { llm: model }),
  ...(attachments.length > 0 && { files: attachments.map(({ id }) => id) }),
  ...(overwrites && { overwrite_prompt_id: overwrites.questionId, overwrite_assistant_id: overwrites.answerId }),
})

const shownQuestionOf = ({ text, agent, model = defaultModel, attachments = [], overwrites }: Asked): LiveQuestion => ({
  text,
  time: new Date().toISOString(),
  agent,
  model,
  attachments,
  overwrites: overwrites ? [overwrites.questionId, overwrites.answerId] : [],
})
