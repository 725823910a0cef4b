import { queryOptions } from '@tanstack/react-query'
import type { Entry } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import type { ConversationKey } from './conversation-key.ts'
import { getChatSettings, listEnabledAgents, listDeletedFiles } from './chat.functions.ts'
import { listConversations } from './history/history.functions.ts'
import { firstHistory, type HistoryList, loadHistory, type PageQuery, type ReadPage } from './history/load-history.ts'
import { loadEntries } from './messages/load-entries.ts'

const hour = 3_600_000

/** A page of the caller's conversations. */
export const readConversations = async (query: PageQuery, signal?: AbortSignal): ReturnType<ReadPage> =>
  (await listConversations({ data: query, ...(signal && { signal }) })).json()

/** The caller's conversations; asked for again every hour. */
export const conversationsQuery = queryOptions({
  queryKey: ['conversations'],
  queryFn: ({ client, queryKey, signal }): Promise<HistoryList> => {
    const read: ReadPage = (query) => readConversations(query, signal)
    // The first HTML lists the newest; the browser reads the rest.
    if (import.meta.env.SSR) return firstHistory(read)
    return loadHistory(read, client.getQueryData(queryKey), (part) => {
      if (!signal.aborted) client.setQueryData(queryKey, part)
    })
  },
  // Comparing 100,000 conversations one by one takes longer than showing those in view.
  structuralSharing: false,
  refetchInterval: hour,
})

/** The messages of a conversation. They change only through this page, which then invalidates them. */
export const entriesQuery = (conversationId: number) =>
  queryOptions({
    queryKey: ['entries', conversationId],
    queryFn: ({ client, queryKey }) =>
      loadEntries(conversationId, client.getQueryData<Paged<Entry>>(queryKey)?.total ?? 0),
  })

/** The same for a conversation that may be a new one, which has none. */
export const entriesOf = (conversation: ConversationKey) => ({
  ...entriesQuery(conversation === 'new' ? 0 : conversation),
  enabled: conversation !== 'new',
})

/** The ids of a conversation's files that are gone. The messages do not wait for it. */
export const deletedFilesQuery = (conversationId: number) =>
  queryOptions({
    queryKey: ['deleted-files', conversationId],
    queryFn: () => listDeletedFiles({ data: { id: conversationId } }),
  })

export const chatSettingsQuery = queryOptions({
  queryKey: ['chat-settings'],
  queryFn: () => getChatSettings(),
  staleTime: 5 * 60_000,
  // A model that is gone comes back by itself.
  refetchInterval: ({ state }) => (state.data?.models.some((model) => model.state === 'gone') ? 15_000 : false),
})

/** The types of the agents that are switched on: the store named `agents`. */
export const enabledAgentsQuery = queryOptions({
  queryKey: ['agents', 'enabled'],
  queryFn: () => listEnabledAgents(),
  staleTime: 5 * 60_000,
})
