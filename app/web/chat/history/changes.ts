import type { QueryClient } from '@tanstack/react-query'
import type { Conversation } from '~/contract/conversations.ts'
import { hasCode } from '~/contract/errors.ts'
import type { Me } from '~/contract/users.ts'
import { conversationsQuery, entriesQuery } from '../queries.ts'
import { deleteConversation, deleteConversations, updateConversation } from './history.functions.ts'
import type { HistoryList } from './load-history.ts'

type Change = Partial<Pick<Conversation, 'title' | 'favorite'>>

/** The changes that are under way. They reach the server in the order in which they were made. */
let changing = 0
let last: Promise<unknown> = Promise.resolve()

/** Renames a conversation or marks it; the list shows it at once, and takes it back when the server refuses. Rejects then. */
export async function changeConversation(queryClient: QueryClient, { id, ...before }: Conversation, change: Change) {
  changing++
  await edit(queryClient, (history) => withChange(history, id, change))
  try {
    const made = last.then(() => updateConversation({ data: { id, change } }))
    last = made.catch(() => {})
    await made
  } catch (error) {
    const undo = Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof Change]]))
    await edit(queryClient, (history) => withChange(history, id, undo))
    throw error
  } finally {
    // A list that is read before the last change has arrived would show the one before.
    if (--changing === 0) void refresh(queryClient)
  }
}

/** Deletes a conversation; one that is gone already counts as deleted. Rejects when it stays. */
export async function removeConversation(queryClient: QueryClient, { id }: Conversation) {
  await deleteConversation({ data: { id } }).catch((error: unknown) => {
    if (!hasCode(error, 'does_not_exist')) throw error
  })
  await edit(queryClient, (history) => without(history, id))
  queryClient.removeQueries({ queryKey: entriesQuery(id).queryKey })
  void refresh(queryClient)
}

/** Deletes all of the member's conversations. Rejects when they stay. */
export async function removeConversations(queryClient: QueryClient, { user_id, organization_id }: Me) {
  await deleteConversations({ data: { user_id, organization_id } })
  await edit(queryClient, (history) => ({ ...history, data: [], total: 0 }))
  queryClient.removeQueries({ queryKey: ['entries'] })
  void refresh(queryClient)
}

/** Changes the list as it is shown. A list that is being read may not know of the change, so its reading ends. */
async function edit(queryClient: QueryClient, change: (history: HistoryList) => HistoryList) {
  const { queryKey } = conversationsQuery
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (history) => history && change(history))
}

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })

const withChange = (history: HistoryList, id: number, change: Change): HistoryList => ({
  ...history,
  data: history.data.map((conversation) => (conversation.id === id ? { ...conversation, ...change } : conversation)),
})

function without(history: HistoryList, id: number): HistoryList {
  const data = history.data.filter((conversation) => conversation.id !== id)
  return { ...history, data, total: history.total - (history.data.length - data.length) }
}
