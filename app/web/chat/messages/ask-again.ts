import type { QueryClient } from '@tanstack/react-query'
import type { Attachment } from '~/contract/chat.ts'
import type { Entry } from '~/contract/conversations.ts'
import { type AgentType, defaultModel } from '~/contract/defaults.ts'
import { ApiError } from '~/contract/errors.ts'
import { liveAnswer } from '../answers/live-answers.ts'
import { answerIn, questionIn } from '../entries.ts'
import { entriesQuery } from '../queries.ts'
import { askQuestion } from '../answers/run-answer.ts'

interface AskAgainOptions {
  queryClient: QueryClient
  conversationId: number
  /** Another text in the last question's place. */
  text?: string | undefined
  agent: AgentType
  model: string
}

/** Asks a conversation's last question again, replacing it and its answer. Resolves when the server has it. */
export async function askAgain({ queryClient, conversationId, text, agent, model }: AskAgainOptions): Promise<void> {
  const query = entriesQuery(conversationId)
  const last = lastExchange((await queryClient.ensureQueryData(query)).data, conversationId)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  askQuestion({
    queryClient,
    conversation: conversationId,
    text: text ?? last.text,
    agent,
    ...(model !== defaultModel && { model }),
    attachments: last.attachments,
    overwrites: { questionId: last.questionId, answerId: last.answerId },
    onAccepted: () => resolve(),
  }).then(() => resolve(), reject)
  try {
    await promise
  } catch (error) {
    // Another tab may have asked meanwhile.
    void queryClient.invalidateQueries({ queryKey: query.queryKey })
    throw error
  }
}

interface Exchange {
  questionId: number
  answerId: number
  text: string
  attachments: readonly Attachment[]
}

/** The last question and its answer, which may still be written. */
function lastExchange(entries: readonly Entry[], conversationId: number): Exchange {
  const live = liveAnswer(conversationId)
  const question = entries.findLast(questionIn)
  const questionId = live?.questionId ?? question?.id
  const answerId = live?.entryId ?? entries.findLast(answerIn)?.id
  const text = live?.question?.text ?? (question && questionIn(question)?.text)
  if (questionId === undefined || answerId === undefined || text === undefined)
    throw new ApiError('invalid_conversation')
  return { questionId, answerId, text, attachments: live?.question?.attachments ?? question?.file_attachments ?? [] }
}
