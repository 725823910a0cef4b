import { memo, Suspense, useMemo, useState } from 'react'
import { m } from '~/paraglide/messages'
import { agentLooks } from '../agents/agent-looks.ts'
import { AnswerText, AttachmentPictures } from '../answer-text/answer-part.ts'
import { AttachmentChips } from '../attachment-chips.tsx'
import { citationsOf, usedReferences } from '../answer-text/citations.ts'
import { useLiveAnswer } from '../answers/live-answers.ts'
import { References } from '../answer-text/references.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerEnd } from './answer-end.tsx'
import { withoutMarkers } from './copy-answer.ts'
import { MessageTime } from './message-time.tsx'
import type { AnswerMessage } from './messages.ts'
import type { ConversationKey } from '../conversation-key.ts'
import { Spinner } from '~/ui/spinner.tsx'

/** No conversation has it. */
const none = 0

interface AnswerProps {
  message: AnswerMessage
  last: boolean
  /** The conversation, under which the live answer is kept. */
  conversation: ConversationKey
  /** For what cost its end is drawn; all, where it is left out. */
  drawn?: number | undefined
}

/**
 * What an agent answered: its text as it grows, then its sources and what can be done with it. Only the answer that is
 * being written listens for more text; when it is stored, it stays the same element with the same text.
 */
export const Answer = memo(function Answer({ message, last, conversation, drawn }: AnswerProps) {
  const live = useLiveAnswer(message.live ? conversation : none)
  const { text, references, attachments } = live ?? message
  const { agent, model, status, time, reconnecting } = message
  const streaming = status === 'streaming'
  const { icon: Icon, name } = agentLooks[agent]
  const sources = useMemo(
    () => citationsOf(text, usedReferences(text, references, status)).sources,
    [text, references, status],
  )
  const [sourcesShown, showSources] = useState(true)

  return (
    <article aria-label={m.message_assistant()} aria-busy={streaming} className="group flex gap-3 pb-3">
      <span
        aria-hidden
        className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full border border-line text-accent-text max-sm:hidden"
      >
        <Icon className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <header className="mb-1 flex h-8 items-center gap-2 text-xs text-muted">
          <Icon aria-hidden className="size-4 text-accent-text sm:hidden" />
          <span className="font-medium text-ink">{name()}</span>
          {model && <span className="truncate">{model}</span>}
          {time && <MessageTime at={time} />}
        </header>
        {text && (
          <Suspense
            fallback={
              <p dir="auto" className="whitespace-pre-wrap">
                {withoutMarkers(text, references)}
              </p>
            }
          >
            <AnswerText text={text} references={references} streaming={streaming} drawn={drawn} />
          </Suspense>
        )}
        {attachments.length > 0 && (
          <div className="mt-3 flex flex-col gap-2">
            {attachments.some(({ mime_type }) => mime_type.startsWith('image/')) && (
              <Suspense>
                <AttachmentPictures attachments={attachments} />
              </Suspense>
            )}
            <AttachmentChips attachments={attachments} />
          </div>
        )}
        {streaming && <AnswerProgress started={text !== ''} reconnecting={reconnecting} />}
        <AnswerEnd status={status} errorCode={message.errorCode} last={last} apart={text !== ''} />
        {!streaming && sourcesShown && <References sources={sources} />}
        <AnswerActions
          message={{ ...message, text, references, attachments }}
          last={last}
          sources={sources.length}
          sourcesShown={sourcesShown}
          onSources={() => showSources(!sourcesShown)}
        />
      </div>
    </article>
  )
})

/** What goes on while an answer is written: nothing is there yet, more is coming, or the connection is lost. */
function AnswerProgress({ started, reconnecting }: { started: boolean; reconnecting: boolean }) {
  if (started && !reconnecting) {
    return (
      <span
        role="img"
        aria-label={m.answer_writing()}
        className="mt-1 block size-2 animate-pulse-dot rounded-full bg-accent"
      />
    )
  }
  return (
    <p role="status" className={`flex items-center gap-2 text-sm text-muted ${started ? 'mt-2' : ''}`}>
      <Spinner className="size-4" />
      {reconnecting ? m.answer_reconnecting() : m.answer_searching()}
    </p>
  )
}
