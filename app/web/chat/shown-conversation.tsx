import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { markDeleted } from '~/web/files/deleted-files.ts'
import type { Choice } from './composer/use-choice.ts'
import { Conversation } from './conversation.tsx'
import type { ConversationKey } from './conversation-key.ts'
import { hasFiles } from './entries.ts'
import type { EntrySearch } from './entry-search.ts'
import type { LiveHead } from './answers/live-answers.ts'
import { MessageActionsProvider } from './messages/actions.ts'
import { ConversationHeader } from './messages/conversation-header.tsx'
import { messagesOf } from './messages/messages.ts'
import { useMessageActions } from './messages/use-message-actions.ts'
import { deletedFilesQuery } from './queries.ts'

interface ShownConversationProps {
  /** A new one is shown once its first question has been asked. */
  conversation: ConversationKey
  /** None as long as they load. */
  entries: readonly Entry[] | undefined
  live: LiveHead | undefined
  reveal: EntrySearch
  error: Error | null
  onRetry: () => void
  choice: Choice
  /** What shows while there are no messages. */
  empty: ReactNode
}

/** A conversation with its title, its messages, and what can be done with them. */
export default function ShownConversation({
  conversation,
  entries,
  live,
  reveal,
  error,
  onRetry,
  choice,
  empty,
}: ShownConversationProps) {
  const messages = useMemo(() => messagesOf(entries ?? [], live), [entries, live])
  const actions = useMessageActions(conversation, choice)
  const gone = useQuery({
    ...deletedFilesQuery(conversation === 'new' ? 0 : conversation),
    enabled: conversation !== 'new' && (entries?.some(hasFiles) ?? false),
  })
  useEffect(() => markDeleted(gone.data ?? []), [gone.data])
  return (
    <>
      {conversation !== 'new' && <ConversationHeader conversationId={conversation} />}
      <MessageActionsProvider value={actions}>
        <Conversation
          key={conversation}
          conversation={conversation}
          messages={messages}
          live={live}
          reveal={reveal}
          loading={conversation !== 'new' && !entries && !live && !error}
          error={error}
          onRetry={onRetry}
          empty={empty}
        />
      </MessageActionsProvider>
    </>
  )
}
