import { createServerFn } from '@tanstack/react-start'
import * as agents from '~/contract/agents.ts'
import * as chat from '~/contract/chat.ts'
import * as conversations from '~/contract/conversations.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'
import type { ConversationKey } from './conversation-key.ts'

export const getChatSettings = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(chat.getChatSettings))

/** The types of the organisation's agents that are switched on. */
export const listEnabledAgents = createServerFn()
  .middleware([withApi])
  .handler(async ({ context }) => {
    const listed = await context.api(agents.listAgents, { query: {} })
    return listed.flatMap(({ type, enabled }) => (enabled ? [type] : []))
  })

export const listEntries = createServerFn()
  .middleware([withApi])
  .validator(passed<{ id: number; page?: number }>())
  .handler(({ data: { id, page }, context }) =>
    context.api(conversations.listEntries, { params: { id }, query: page ? { page } : {} }),
  )

export const listDeletedFiles = createServerFn()
  .middleware([withApi])
  .validator(passed<{ id: number }>())
  .handler(({ data, context }) => context.api(conversations.listDeletedFiles, { params: data }))

/** Makes a new conversation of what was said before the question `entryId`. */
export const branchConversation = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; entryId: number }>())
  .handler(({ data: { id, entryId }, context }) =>
    context.api(conversations.branchConversation, { params: { id }, body: { entry_id: entryId } }),
  )

export const setFeedback = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ conversationId: number; entryId: number; feedback: conversations.Feedback }>())
  .handler(({ data: { conversationId, entryId, feedback }, context }) =>
    context.api(conversations.setFeedback, {
      params: { conversation_id: conversationId, entry_id: entryId },
      query: { value: feedback },
    }),
  )

/** Asks a question; returns the answer's event stream. */
export const ask = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ conversation: ConversationKey; question: InputOf<typeof chat.ask>['body'] }>())
  .handler(async ({ data: { conversation, question }, context }) =>
    streamed(
      await (conversation === 'new'
        ? context.api(chat.ask, { body: question })
        : context.api(chat.askIn, { params: { id: conversation }, body: question })),
    ),
  )

/** Which answer of a conversation is meant; the latest where its entry is left out. */
interface AnswerChoice {
  id: number
  entryId?: number
}

const choiceOf = ({ id, entryId }: AnswerChoice) => ({ params: { id }, query: entryId ? { entry_id: entryId } : {} })

/** The rest of an answer, from the event after the `Last-Event-ID` header on. */
export const resumeAnswer = createServerFn()
  .middleware([withApi])
  .validator(passed<AnswerChoice>())
  .handler(async ({ data, context }) => streamed(await context.api(chat.resumeAnswer, choiceOf(data))))

export const cancelAnswer = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<AnswerChoice>())
  .handler(async ({ data, context }) => void (await context.api(chat.cancelAnswer, choiceOf(data))))

const streamed = ({ body }: Response) =>
  new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
  })
