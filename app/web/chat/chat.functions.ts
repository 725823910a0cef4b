import { createServerFn } from '@tanstack/react-start'
import * as chat from '~/contract/chat.ts'
import * as conversations from '~/contract/conversations.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

export const getChatSettings = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(chat.getChatSettings))

export const listConversations = createServerFn()
  .middleware([withApi])
  .handler(({ context }) => context.api(conversations.listConversations, { query: {} }))

export const listEntries = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof conversations.listEntries>['params']>())
  .handler(({ data, context }) => context.api(conversations.listEntries, { params: data, query: {} }))

/** Asks, in a new conversation or in `conversationId`, and gives the answer's event stream. */
export const ask = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ conversationId: number | null; question: InputOf<typeof chat.ask>['body'] }>())
  .handler(async ({ data: { conversationId, question }, context }) =>
    streamed(
      await (conversationId === null
        ? context.api(chat.ask, { body: question })
        : context.api(chat.askIn, { params: { id: conversationId }, body: question })),
    ),
  )

/** The rest of a conversation's latest answer, from the event after the `Last-Event-ID` header on. */
export const resumeAnswer = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof chat.resumeAnswer>['params']>())
  .handler(async ({ data, context }) => streamed(await context.api(chat.resumeAnswer, { params: data, query: {} })))

export const cancelAnswer = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof chat.cancelAnswer>['params']>())
  .handler(async ({ data, context }) => void (await context.api(chat.cancelAnswer, { params: data })))

const streamed = ({ body }: Response) =>
  new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform' },
  })
