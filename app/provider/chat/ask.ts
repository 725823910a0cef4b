import { defaultModel, type Question } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { once } from '~/provider/api/idempotency.ts'
import type { Call } from '~/provider/api/serve.ts'
import { recordRefusal } from '~/provider/audits/record-refusal.ts'
import { requireNoKeyword } from '~/provider/keywords/blocked.ts'
import { releaseQuestion, reserveQuestion } from '~/provider/metrics/question-quota.ts'
import { modelNames } from '~/provider/models/index.ts'
import { attachedIds, attachmentsOf } from './attachments.ts'
import { follow } from './follow.ts'
import { makeRoom } from './make-room.ts'
import { noConversation } from './own-conversation.ts'
import { readForQuestion } from './read-for-question.ts'
import { forgetRun, startRun } from './runs.ts'
import { storeFirstQuestion, storeQuestion, type StoredQuestion } from './store-question.ts'
import { titleOf } from './titles.ts'

/**
 * Asks a question, in a new conversation where no id is given, and streams its answer. Question and answer are stored
 * before the first byte. A repetition with the same `Idempotency-Key` streams the same answer from its beginning.
 *
 * @throws ApiError `empty_question`, `unavailable_agent`, `unavailable_llm_model`, `rate_limited`, `does_not_exist`,
 *   `invalid_conversation`, `blocked_keyword`, `quota_exceeded`, and those of the attached files
 */
export async function ask(question: Question, conversationId: number | undefined, call: Call): Promise<Response> {
  const fingerprint = JSON.stringify([conversationId ?? null, question])
  const { conversationId: id, answerId } = await once(call, 'ask', fingerprint, () =>
    beginOrRecord(question, conversationId, call),
  )
  return follow({ id, entryId: answerId }, 0, call)
}

/** A question that a keyword or a quota refuses is in the audits, too. */
async function beginOrRecord(question: Question, conversationId: number | undefined, call: Call) {
  try {
    return await begin(question, conversationId, call)
  } catch (error) {
    const refused = error instanceof ApiError && (error.code === 'blocked_keyword' || error.code === 'quota_exceeded')
    if (refused) {
      await recordRefusal(call, { question, code: error.code, ...(conversationId !== undefined && { conversationId }) })
    }
    throw error
  }
}

/** Checks the question, stores it, and starts its answer. The database is asked twice: to read, and to write. */
async function begin(question: Question, conversationId: number | undefined, call: Call): Promise<StoredQuestion> {
  const { env, member } = call
  const { query: text, pipeline } = question
  const at = Date.now()
  if (text.trim() === '') throw new ApiError('empty_question')
  const fileIds = attachedIds(question, env)
  const known = await readForQuestion({ text, fileIds, conversationId }, call)
  const { usableAgents, conversation, today } = known
  if (!usableAgents.includes(pipeline)) throw new ApiError('unavailable_agent')
  const models = modelNames(env)
  const chosen = question.llm ?? defaultModel
  if (chosen !== defaultModel && !models.includes(chosen)) throw new ApiError('unavailable_llm_model')
  const { attachments, groupIds } = attachmentsOf(fileIds, known.files, { member, pipeline })
  if (conversationId !== undefined && !conversation) throw noConversation()
  requireNoKeyword(known.keywords)

  const newQuestion = { text, pipeline, model: chosen, attachments }
  const title = conversation?.title ?? titleOf(text, member.language)
  const organization = { id: member.organizationId, key: member.organizationKey }
  const reservation = crypto.randomUUID()
  await reserveQuestion(env, organization, { quotas: known.quotas, userId: member.id, reservation })
  const store = async () => {
    const overwritten = await makeRoom(question, known.latest, call)
    if (!conversation)
      return { stored: await storeFirstQuestion({ ...newQuestion, title }, call), history: [], overwritten }
    const next = { ...newQuestion, conversationId: conversation.id, overwritten }
    return { ...(await storeQuestion(next, call)), overwritten }
  }
  const { stored, history, overwritten } = await store().catch(async (error: unknown) => {
    if (known.quotas.length > 0) await releaseQuestion(env, organization, reservation)
    throw error
  })
  if (overwritten) await forgetRun(env, overwritten.answerId)

  await startRun(env, {
    entryId: stored.answerId,
    questionId: stored.questionId,
    conversationId: stored.conversationId,
    conversationTitle: title,
    agent: pipeline,
    background: question.background,
    question: text,
    groupIds: attachments.length > 0 ? groupIds : known.groupIds,
    libraryGroupId: member.privateGroupId,
    fileIds: attachments.map(({ id }) => id),
    usableAgents,
    model: chosen === defaultModel ? (models[0] ?? null) : chosen,
    history,
    language: member.language,
    asker: { memberName: member.name, organizationName: known.organizationName, timeZone: today.timeZone },
    asked: {
      organizationId: member.organizationId,
      organizationKey: member.organizationKey,
      reservation,
      userId: member.id,
      userEmail: member.email,
      files: attachments,
      at,
    },
  })
  return stored
}
