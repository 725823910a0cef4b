import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { onOtherTab } from './answer-tabs.ts'
import { liveAnswer } from './live-answers.ts'
import { conversationsQuery, entriesQuery } from './queries.ts'
import { followAnswer } from './run-answer.ts'

/** Goes on reading an answer that was being written when the conversation was loaded, and shows what other tabs ask. */
export function useFollowing(conversationId: number | null, entries: readonly Entry[] | undefined) {
  const queryClient = useQueryClient()
  const last = entries?.at(-1)
  const running = last?.content.version === 2 && last.content.status === 'streaming' ? last : undefined
  const entryId = running?.id
  const agent = running?.content.version === 2 ? running.content.response_pipeline : undefined

  useEffect(() => {
    if (conversationId === null || entryId === undefined || agent === undefined) return
    void followAnswer(queryClient, conversationId, { entryId, agent })
  }, [conversationId, entryId, agent, queryClient])

  useEffect(
    () =>
      onOtherTab((id) => {
        void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
        if (!liveAnswer(id)) void queryClient.invalidateQueries({ queryKey: entriesQuery(id).queryKey })
      }),
    [queryClient],
  )
}
