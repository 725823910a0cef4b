import type { QueryClient } from '@tanstack/react-query'
import type { Entry, Feedback } from '~/contract/conversations.ts'
import { setFeedback } from '../chat.functions.ts'
import { answerIn } from '../entries.ts'
import { entriesQuery } from '../queries.ts'

interface Rating {
  conversationId: number
  answerId: number
  feedback: Feedback
}

/**
 * Sets the feedback on an answer. It shows at once; when the server refuses it, the earlier one is restored. The calls
 * for one answer go one after another, so that the last press counts.
 *
 * @throws ApiError
 */
export async function rateAnswer(queryClient: QueryClient, { conversationId, answerId, feedback }: Rating) {
  const { queryKey } = entriesQuery(conversationId)
  const shown = () => feedbackIn(queryClient, conversationId, answerId)
  const show = (next: Feedback) =>
    queryClient.setQueryData(
      queryKey,
      (entries) => entries && { ...entries, data: entries.data.map((entry) => rated(entry, answerId, next)) },
    )
  const before = shown()
  // A list that is on its way would bring the old opinion back; it is asked for again when this one is stored.
  const loading = queryClient.isFetching({ queryKey }) > 0
  await queryClient.cancelQueries({ queryKey })
  show(feedback)
  try {
    await inTurn(queryClient, answerId, () => setFeedback({ data: { conversationId, entryId: answerId, feedback } }))
  } catch (error) {
    if (before && shown() === feedback) show(before)
    throw error
  } finally {
    if (loading) void queryClient.invalidateQueries({ queryKey })
  }
}

/** Makes a call after those for the same answer that were made before. */
const inTurn = (queryClient: QueryClient, answerId: number, call: () => Promise<unknown>) =>
  queryClient
    .getMutationCache()
    .build(queryClient, { scope: { id: `feedback ${answerId}` }, mutationFn: call })
    .execute(undefined)

function feedbackIn(queryClient: QueryClient, conversationId: number, answerId: number): Feedback | undefined {
  const entries = queryClient.getQueryData(entriesQuery(conversationId).queryKey)
  const entry = entries?.data.find(({ id }) => id === answerId)
  return entry && answerIn(entry)?.feedback
}

function rated(entry: Entry, answerId: number, feedback: Feedback): Entry {
  if (entry.id !== answerId || entry.content.version !== 2) return entry
  return { ...entry, content: { ...entry.content, feedback } }
}
