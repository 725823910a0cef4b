import type { QueryClient } from '@tanstack/react-query'
import type { Entry } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { isRefusal } from '~/web/errors/refusal.ts'
import { type LiveAnswer, type LiveQuestion, liveAnswer, removeLiveAnswer } from './live-answers.ts'
import { conversationsQuery, entriesQuery } from '../queries.ts'

/**
 * Puts the stored answer into the place of the live one, which was read to its end. What was read is what is stored, so the
 * entries in memory take it over at once, with no gap between the two and without the network; the server's own follow.
 */
export async function settleAnswer(queryClient: QueryClient, conversationId: number) {
  const { queryKey } = entriesQuery(conversationId)
  // A list that was asked for before the end would put the unfinished answer back.
  await queryClient.cancelQueries({ queryKey })
  unmarkRunning(queryClient, conversationId)
  const live = liveAnswer(conversationId)
  const entries = live && withAnswer(queryClient.getQueryData(queryKey), live)
  if (!entries) return settleByAsking(queryClient, conversationId)
  queryClient.setQueryData(queryKey, entries)
  removeLiveAnswer(conversationId)
  void queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}

/**
 * The same for an answer whose end was not read: the server says what is stored. Where it says nothing, the live one stays;
 * where it refuses, since the conversation is gone or is not the reader's any more, nothing does.
 */
export async function settleByAsking(queryClient: QueryClient, conversationId: number) {
  const live = liveAnswer(conversationId)
  const entries = { ...entriesQuery(conversationId), staleTime: 0 }
  const known = await queryClient.fetchQuery(entries).then(() => true, isRefusal)
  // Another question may have been asked meanwhile.
  if (known && liveAnswer(conversationId) === live) removeLiveAnswer(conversationId)
  void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}

/** The list of conversations that was read while the answer ran says so. */
const unmarkRunning = (queryClient: QueryClient, conversationId: number) =>
  queryClient.setQueryData(conversationsQuery.queryKey, (history) => {
    const place = history?.data.findIndex(({ id, running }) => id === conversationId && running) ?? -1
    return history && place !== -1
      ? { ...history, data: history.data.with(place, { ...history.data[place]!, running: false }) }
      : undefined
  })

/** A conversation's entries with an answer that has ended in its place; undefined where that cannot be known. */
function withAnswer(entries: Paged<Entry> | undefined, live: LiveAnswer): Paged<Entry> | undefined {
  const { question, questionId, entryId } = live
  if (!entries || questionId === null || entryId === null) return undefined
  const data = entries.data.filter(({ id }) => !question?.overwrites.includes(id) && id !== entryId)
  if (question && data.every(({ id }) => id !== questionId)) data.push(questionEntry(questionId, question))
  data.push(answerEntry(entryId, live))
  return { ...entries, data, total: entries.total + data.length - entries.data.length }
}

const questionEntry = (id: number, { text, time, agent, model, attachments }: LiveQuestion): Entry => ({
  id,
  content: { version: 1, user_prompt: text, selected_pipeline: agent, selected_model: model },
  file_attachments: [...attachments],
  updated_at: time,
})

const answerEntry = (id: number, live: LiveAnswer): Entry => ({
  id,
  content: {
    version: 2,
    response: live.text,
    response_pipeline: live.agent,
    feedback: 'unknown',
    file_references: live.references,
    status: live.status,
    error_code: live.errorCode,
  },
  file_attachments: live.attachments,
  updated_at: new Date().toISOString(),
})
