import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { AgentType } from '~/contract/chat.ts'
import { idempotent } from '~/web/api/idempotency.ts'
import { branchConversation } from '../chat.functions.ts'
import { useDrafts } from '../composer/use-draft.ts'
import { conversationsQuery, entriesQuery } from '../queries.ts'
import type { ConversationKey } from '../conversation-key.ts'
import type { MessageActions } from './actions.ts'
import { askAgain } from './ask-again.ts'
import { rateAnswer } from './rate-answer.ts'
import type { Entry } from '~/contract/conversations.ts'
import { type Draft, emptyDraft } from '../composer/draft.ts'
import { questionIn } from '../entries.ts'

/** The actions of a conversation's messages; a question that is asked again goes to the agent and model that are chosen now. */
export function useMessageActions(
  conversation: ConversationKey,
  choice: { agent: AgentType; model: string },
): MessageActions {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const drafts = useDrafts()
  const chosen = useRef(choice)
  useEffect(() => void (chosen.current = choice))

  return useMemo(() => {
    // A new conversation has no messages that anything could be done with.
    const id = conversation === 'new' ? 0 : conversation
    return {
      askAgain: (text) => askAgain({ queryClient, conversationId: id, text, ...chosen.current }),
      rate: (answerId, feedback) => rateAnswer(queryClient, { conversationId: id, answerId, feedback }),
      branch: async (questionId) => {
        const { data } = await queryClient.ensureQueryData(entriesQuery(id))
        const branch = await branchConversation({ data: { id, entryId: questionId }, headers: idempotent() })
        drafts.update(branch.id, () => draftOf(data.find((entry) => entry.id === questionId)))
        void queryClient.invalidateQueries({ queryKey: conversationsQuery.queryKey })
        await navigate({ to: '/chat/{-$conversationId}', params: { conversationId: String(branch.id) } })
      },
    }
  }, [conversation, queryClient, navigate, drafts])
}

/** A question as a draft, to be changed and asked in another conversation: its text, files, agent and model. */
function draftOf(entry: Entry | undefined): Draft {
  const question = entry && questionIn(entry)
  if (!question) return emptyDraft
  const files = entry.file_attachments.map((file) => ({ ...file, status: 'done' as const, status_reason: null }))
  return { ...emptyDraft, ...question, files }
}
