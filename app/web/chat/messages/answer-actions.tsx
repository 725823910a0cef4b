import { Copy, Quote, RotateCw, ThumbsDown, ThumbsUp } from 'lucide-react'
import type { Feedback } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { toast } from '~/ui/toast.ts'
import { useActions } from './actions.ts'
import { copyAnswer } from './copy-answer.ts'
import type { AnswerMessage } from './messages.ts'
import { opinionFailure } from './opinion-failure.ts'
import { secondaryActions } from './secondary-actions.ts'
import { useAskAgain } from './use-ask-again.ts'

interface AnswerActionsProps {
  message: AnswerMessage
  last: boolean
  /** How many sources it has. */
  sources: number
  sourcesShown: boolean
  onSources: () => void
}

/** What can be done with an answer; while it is written, only stop it and try again. */
export function AnswerActions({ message, last, sources, sourcesShown, onSources }: AnswerActionsProps) {
  const askAgain = useAskAgain()
  const { id, text, attachments, status } = message
  const streaming = status === 'streaming'
  const said = !streaming && (text !== '' || attachments.length > 0)
  return (
    <div className={`${secondaryActions(last)} -ml-2`}>
      {said && (
        <IconButton
          label={m.answer_copy()}
          data-shortcut="copy-answer"
          className="size-8"
          onClick={() => copyAnswer(message)}
        >
          <Copy aria-hidden />
        </IconButton>
      )}
      {said && id !== null && !message.live && (
        <>
          <Opinion answerId={id} value="good" given={message.feedback} />
          <Opinion answerId={id} value="bad" given={message.feedback} />
        </>
      )}
      {!streaming && sources > 0 && (
        <IconButton label={m.references()} aria-expanded={sourcesShown} className="size-8" onClick={onSources}>
          <Quote aria-hidden />
        </IconButton>
      )}
      {last && id !== null && (streaming || status === 'done') && (
        <IconButton
          label={streaming ? m.answer_stop_and_ask_again() : m.chat_ask_again()}
          className="size-8"
          onClick={askAgain}
        >
          <RotateCw aria-hidden />
        </IconButton>
      )}
    </div>
  )
}

const looks = {
  good: { icon: ThumbsUp, label: m.answer_good },
  bad: { icon: ThumbsDown, label: m.answer_bad },
}

/** Good or bad; pressed again, it is taken back. */
function Opinion({ answerId, value, given }: { answerId: number; value: keyof typeof looks; given: Feedback }) {
  const { rate } = useActions()
  const { icon: Icon, label } = looks[value]
  const pressed = given === value
  return (
    <IconButton
      label={label()}
      pressed={pressed}
      className="size-8"
      onClick={() =>
        rate(answerId, pressed ? 'unknown' : value).catch((error: unknown) => toast.error(opinionFailure(error)))
      }
    >
      <Icon aria-hidden />
    </IconButton>
  )
}
