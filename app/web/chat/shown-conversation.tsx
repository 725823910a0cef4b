import { type ReactNode, useEffect, useMemo } from 'react'
import type { Entry } from '~/contract/conversations.ts'
import { DeletedFiles, markDeleted } from '~/web/files/deleted-files.ts'
import type { Choice } from './composer/use-choice.ts'
import { Conversation } from './conversation.tsx'
import type { EntrySearch } from './entry-search.ts'
import type { LiveHead } from './answers/live-answers.ts'
import { MessageActionsProvider } from './messages/actions.ts'
import { ConversationHeader } from './messages/conversation-header.tsx'
import { messagesOf } from './messages/messages.ts'
import { useMessageActions } from './messages/use-message-actions.ts'

interface ShownConversationProps {
  /** `null` is a new one, whose first question has just been asked. */
  conversationId: number | null
  /** None as long as they load. */
  entries: readonly Entry[] | undefined
  live: LiveHead | undefined
  reveal: EntrySearch
  error: Error | null
  choice: Choice
  /** What shows while there are no messages. */
  empty: ReactNode
}

/** A conversation with its title, its messages, and what can be done with them. */
export default function ShownConversation({
  conversationId,
  entries,
  live,
  reveal,
  error,
  choice,
  empty,
}: ShownConversationProps) {
  const key = conversationId ?? 'new'
  const messages = useMemo(() => messagesOf(entries ?? [], live), [entries, live])
  const actions = useMessageActions(conversationId, choice)
  const gone = useMemo(() => new Set(entries?.flatMap(({ gone_files = [] }) => gone_files)), [entries])
  useEffect(() => markDeleted(gone), [gone])
  return (
    <>
      {conversationId !== null && <ConversationHeader conversationId={conversationId} />}
      <MessageActionsProvider value={actions}>
        <DeletedFiles value={gone}>
          <Conversation
            key={key}
            conversation={key}
            messages={messages}
            live={live}
            reveal={reveal}
            loading={conversationId !== null && !entries && !live && !error}
            error={error}
            empty={empty}
          />
        </DeletedFiles>
      </MessageActionsProvider>
    </>
  )
}
