import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import type { EntrySearch } from './entry-search.ts'
import type { LiveHead } from './answers/live-answers.ts'
import { Announcer } from './messages/announcer.tsx'
import { MessageLog } from './messages/message-log.tsx'
import type { Message } from './messages/messages.ts'
import { useReveal } from './messages/use-reveal.ts'
import { useStickToBottom } from './stick-to-bottom.ts'
import type { ConversationKey } from './conversation-key.ts'

interface ConversationProps {
  conversation: ConversationKey
  messages: readonly Message[]
  live: LiveHead | undefined
  reveal: EntrySearch
  loading: boolean
  error: Error | null
  onRetry: () => void
  /** What shows while there are no messages. */
  empty: ReactNode
}

/** The messages, scrolled to the one that the address names, else to the newest as long as the reader is near it. */
export function Conversation({
  conversation,
  messages,
  live,
  reveal,
  loading,
  error,
  onRetry,
  empty,
}: ConversationProps) {
  const { box, content, away, toBottom, letGo } = useStickToBottom(live?.question)
  const revealed = useReveal(messages, reveal.entry, { box, letGo })
  // The router keeps the reader's place in this view alone: otherwise it would carry it over into the next conversation.
  const view = [conversation, reveal.entry, encodeURIComponent(reveal.words ?? '')].join('-')
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        data-scroller
        data-scroll-restoration-id={view}
        tabIndex={-1}
        className="h-full overflow-y-auto outline-none"
      >
        <div ref={content} className="mx-auto flex min-h-full w-full max-w-3xl flex-col px-4 sm:px-6">
          {loading && <Loader />}
          {error && (
            <div className="pt-6">
              <LoadFailure text={errorMessage(error)} onRetry={onRetry} />
            </div>
          )}
          {!loading && !error && messages.length === 0 && empty}
          {messages.length > 0 && (
            <MessageLog
              conversation={conversation}
              messages={messages}
              revealed={revealed}
              words={reveal.words ?? ''}
              busy={live?.status === 'streaming'}
            />
          )}
        </div>
      </div>
      <Announcer live={live} />
      {away && (
        <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
          <IconButton
            label={m.chat_newest()}
            onClick={toBottom}
            className="pointer-events-auto border border-line bg-raised shadow-raised"
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  )
}
