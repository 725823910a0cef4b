import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { IconButton } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { AnswerMessage } from './answer-message.tsx'
import type { Message } from './messages.ts'
import { QuestionMessage } from './question-message.tsx'
import { useStickToBottom } from './stick-to-bottom.ts'

export interface ConversationProps {
  messages: Message[]
  loading: boolean
  error: Error | null
  /** What shows while there are no messages. */
  empty: ReactNode
}

/** The messages, scrolled to the newest as long as the reader is near it. */
export function Conversation({ messages, loading, error, empty }: ConversationProps) {
  const { box, content, away, toBottom } = useStickToBottom()
  return (
    <div className="relative min-h-0 flex-1">
      <div ref={box} tabIndex={-1} className="h-full overflow-y-auto outline-none">
        <div ref={content} className="mx-auto flex min-h-full w-full max-w-3xl flex-col px-4 sm:px-6">
          {loading && <Loader />}
          {error && (
            <div className="pt-6">
              <ErrorBanner>{errorMessage(error)}</ErrorBanner>
            </div>
          )}
          {!loading && !error && messages.length === 0 && empty}
          {messages.length > 0 && (
            <div role="log" aria-label={m.chat_messages()} className="grid gap-7 py-6">
              {messages.map((message) =>
                message.type === 'question' ? (
                  <QuestionMessage key={message.key} message={message} />
                ) : (
                  <AnswerMessage key={message.key} message={message} />
                ),
              )}
            </div>
          )}
        </div>
      </div>
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
