import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { ApiError } from '~/contract/errors.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { AgentGrid } from './agent-grid.tsx'
import { Composer } from './composer/composer.tsx'
import { useChoice } from './composer/use-choice.ts'
import { Conversation } from './conversation.tsx'
import { useFollowing } from './following.ts'
import { useLiveHead } from './live-answers.ts'
import { MessageActionsProvider } from './messages/actions.ts'
import { ConversationHeader } from './messages/conversation-header.tsx'
import { messagesOf } from './messages/messages.ts'
import { MissingConversation } from './messages/missing-conversation.tsx'
import { useMessageActions } from './messages/use-message-actions.ts'
import { chatSettingsQuery, entriesQuery } from './queries.ts'
import { stopAnswer } from './run-answer.ts'
import { useMarkRead } from './unread.ts'

/** A conversation and the box to go on with it; `null` is a new one. */
export function ChatPage({ conversationId }: { conversationId: number | null }) {
  const key = conversationId ?? 'new'
  const { data: settings } = useQuery(chatSettingsQuery)
  const { data: entries, error } = useQuery({ ...entriesQuery(conversationId ?? 0), enabled: conversationId !== null })
  const live = useLiveHead(key)
  const choice = useChoice(key, lastQuestion(entries?.data), settings)

  useFollowing(conversationId, entries?.data)
  useMarkRead(conversationId)
  // The first answer should find it loaded.
  useEffect(() => void import('./answer-text.tsx'), [])

  const messages = useMemo(() => messagesOf(entries?.data ?? [], live), [entries, live])
  const actions = useMessageActions(conversationId, choice)
  if (isMissing(error)) return <MissingConversation />
  return (
    <div className="flex h-full flex-col">
      {conversationId !== null && <ConversationHeader conversationId={conversationId} />}
      <MessageActionsProvider value={actions}>
        <Conversation
          key={key}
          conversation={key}
          messages={messages}
          live={live}
          loading={conversationId !== null && !entries && !live && !error}
          error={error}
          empty={<AgentGrid settings={settings} choice={choice} />}
        />
      </MessageActionsProvider>
      <Composer
        of={key}
        settings={settings}
        choice={choice}
        streaming={live?.status === 'streaming'}
        onStop={() => stopAnswer(key).catch((cause: unknown) => toast.error(errorMessage(cause)))}
      />
    </div>
  )
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.code === 'does_not_exist'

/** Agent and model are taken up from the last question (spec, section 3, Conversation). */
function lastQuestion(entries: readonly Entry[] | undefined) {
  const content = entries?.findLast(({ content }) => content.version === 1)?.content
  return content?.version === 1 ? content : undefined
}
