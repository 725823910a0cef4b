import { queryOptions } from '@tanstack/react-query'
import { getChatSettings, listConversations, listEntries } from './chat.functions.ts'

const hour = 3_600_000

/** The caller's conversations; asked for again every hour (spec, section 4). */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: () => listConversations(),
  refetchInterval: hour,
})

/** The messages of a conversation. They change only through this page, which then asks anew. */
export const entriesQuery = (conversationId: number) =>
  queryOptions({
    queryKey: ['entries', conversationId],
    queryFn: () => listEntries({ data: { id: conversationId } }),
  })

export const chatSettingsQuery = queryOptions({
  queryKey: ['chat-settings'],
  queryFn: () => getChatSettings(),
  staleTime: 5 * 60_000,
})
