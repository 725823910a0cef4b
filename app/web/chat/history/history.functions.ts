import { createServerFn } from '@tanstack/react-start'
import * as conversations from '~/contract/conversations.ts'
import type { InputOf } from '~/contract/endpoint.ts'
import { withApi } from '~/web/api/api.ts'
import { passed } from '~/web/api/passed.ts'

/** A page of the conversations, as a response: thousands of rows go through as they are, without Start's own encoding. */
export const listConversations = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof conversations.listConversations>['query']>())
  .handler(async ({ data, context }) =>
    Response.json(await context.api(conversations.listConversations, { query: data })),
  )

export const searchConversations = createServerFn()
  .middleware([withApi])
  .validator(passed<InputOf<typeof conversations.searchConversations>['query']>())
  .handler(({ data, context }) => context.api(conversations.searchConversations, { query: data }))

export const updateConversation = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<{ id: number; change: InputOf<typeof conversations.updateConversation>['body'] }>())
  .handler(({ data: { id, change }, context }) =>
    context.api(conversations.updateConversation, { params: { id }, body: change }),
  )

export const deleteConversation = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof conversations.deleteConversation>['params']>())
  .handler(async ({ data, context }) => void (await context.api(conversations.deleteConversation, { params: data })))

export const deleteConversations = createServerFn({ method: 'POST' })
  .middleware([withApi])
  .validator(passed<InputOf<typeof conversations.deleteConversations>['query']>())
  .handler(async ({ data, context }) => void (await context.api(conversations.deleteConversations, { query: data })))
