import { defaultModel, type Question } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { usableOf } from '~/provider/agents/configured.ts'
import { limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import type { OwnConversation } from '~/provider/chat/store-question.ts'
import type { Asker, CheckedQuestion } from '~/provider/chat/task.ts'
import { requireNoKeyword } from '~/provider/keywords/blocked.ts'
import { offeredModels } from '~/provider/model-settings/offered.ts'
import { limitOf, type ModelLimit } from '~/provider/organization/spending.ts'
import { repeatableCall } from '~/provider/objects/idempotency-key.ts'
import { organizationOf } from '~/provider/organization/stub.ts'
import { attachedIds, attachmentsOf } from './attachments.ts'
import type { QuestionContext } from './question-context.ts'
import { isAudited, recordRefusal } from './record-refusal.ts'
import { askMember } from './stub.ts'

/**
 * Asks a question, in a new conversation where no id is given, and streams its answer. What the directory knows was read with the
 * member; the member's object stores the question and runs the answer. A repetition with the same `Idempotency-Key` streams the
 * same answer from its beginning.
 *
 * @throws ApiError `empty_question`, `unavailable_agent`, `unavailable_llm_model`, `rate_limited`, `does_not_exist`,
 *   `invalid_conversation`, `blocked_keyword`, `quota_exceeded`, `model_limit_reached`, and those of the attached files
 */
export async function ask(
  question: Question,
  conversationId: number | undefined,
  call: Call,
  context: QuestionContext,
  conversation: OwnConversation = { earlier: [], isKept: true },
): Promise<Response> {
  const { env, member, request } = call
  const place = {
    conversationId,
    overwrites: { questionId: question.overwrite_prompt_id, answerId: question.overwrite_assistant_id },
    ...conversation,
  }
  try {
    const checked = check(question, call, context)
    const asked = {
      question: checked,
      modelLimit: limitOfModel(checked.model, call, context),
      quotas: context[5],
      place,
      rates: limitsOf(env),
      repeatable: repeatableCall(
        request,
        'ask',
        JSON.stringify([conversationId ?? null, question, ...conversation.earlier]),
      ),
    }
    return await askMember(env, member, asked, request.signal)
  } catch (error) {
    if (error instanceof ApiError && isAudited(error.code)) {
      await recordRefusal(call, { question, code: error.code, ...(conversationId !== undefined && { conversationId }) })
    }
    throw error
  }
}

function check(
  question: Question,
  call: Call,
  [agents, groups, files, keywords, [organization], , shards, [own], modelRows]: QuestionContext,
): CheckedQuestion {
  const { env, member, apiKey } = call
  const { query: text, pipeline: agent } = question
  const askedAt = Date.now()
  if (text.trim() === '') throw new ApiError('empty_question')
  const fileIds = attachedIds(question, env)
  const usableAgents = usableOf(agents)
  if (!usableAgents.includes(agent)) throw new ApiError('unavailable_agent')
  const models = offeredModels(env, modelRows).map(({ name }) => name)
  const chosenModel = question.llm ?? defaultModel
  if (chosenModel !== defaultModel && !models.includes(chosenModel)) throw new ApiError('unavailable_llm_model')
  const { attachments, groupIds } = attachmentsOf(fileIds, files, { member, pipeline: agent })
  requireNoKeyword(keywords)
  return {
    text,
    agent,
    chosenModel,
    attachments,
    background: question.background,
    askedAt,
    asker: askerOf(call),
    model: chosenModel === defaultModel ? (models[0] ?? null) : chosenModel,
    groupIds: attachments.length > 0 ? groupIds : groups.map(({ id }) => id),
    shards,
    libraryGroupId: member.privateGroupId,
    usableAgents,
    language: member.language,
    setting: {
      memberName: member.name,
      organizationName: organization!.name,
      timeZone: organization!.time_zone,
      // A program says itself what it wants.
      instructions: apiKey ? null : own!.instructions,
    },
  }
}

function limitOfModel(name: string | null, { env }: Call, context: QuestionContext): ModelLimit | undefined {
  const model = offeredModels(env, context[8]).find((one) => one.name === name)
  return model && limitOf(model)
}

/** Who calls, as audits name them. */
export const askerOf = ({ member, apiKey }: Call): Asker => ({
  userId: member.id,
  email: member.email,
  organization: organizationOf(member),
  apiKey: apiKey?.name ?? null,
})
