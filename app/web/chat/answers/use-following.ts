import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { retryImport } from '~/ui/retry-import.ts'
import type { ConversationKey } from '../conversation-key.ts'
import { loadRunAnswer } from '../conversation-part.ts'
import { answerIn } from '../entries.ts'

/** Retried, since the answer goes on being written however long its reader is offline. */
const loadWithRetry = retryImport(loadRunAnswer)

/** Goes on reading an answer that was being written when the conversation was loaded. */
export function useFollowing(conversation: ConversationKey, entries: readonly Entry[] | undefined) {
  const queryClient = useQueryClient()
  const last = entries?.at(-1)
  const answer = last && answerIn(last)
  const entryId = answer?.status === 'streaming' ? last?.id : undefined
  const agent = answer?.agent

  useEffect(() => {
    if (conversation === 'new' || entryId === undefined || agent === undefined) return
    void loadWithRetry().then(({ followAnswer }) => followAnswer(queryClient, conversation, { entryId, agent }))
  }, [conversation, entryId, agent, queryClient])
}
