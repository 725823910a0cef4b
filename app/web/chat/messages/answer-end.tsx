import { CircleAlert, RotateCw } from 'lucide-react'
import type { AnswerStatus } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { codeMessage } from '~/web/errors/message.ts'
import { useAskAgain } from './use-ask-again.ts'

interface AnswerEndProps {
  status: AnswerStatus
  errorCode: string | null
  last: boolean
  /** There is text above it. */
  apart: boolean
}

/** An answer that did not end well: why, under what it said so far, and, for the last one, the way to try again. */
export function AnswerEnd({ status, errorCode, last, apart }: AnswerEndProps) {
  if (status === 'stopped') {
    return (
      <div className={classes('flex min-h-8 items-center gap-3 text-sm text-muted', apart && 'mt-2')}>
        <p>{m.answer_stopped()}</p>
        {last && <AgainButton />}
      </div>
    )
  }
  if (status !== 'failed') return null
  return (
    <div
      // Earlier failures are no news.
      role={last ? 'alert' : undefined}
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-danger-soft py-2 pr-2 pl-3.5 text-sm text-danger',
        apart && 'mt-3',
      )}
    >
      <CircleAlert aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-40 py-1">{codeMessage(errorCode ?? 'unexpected')}</p>
      {last && <AgainButton />}
    </div>
  )
}

function AgainButton() {
  const askAgain = useAskAgain()
  return (
    <Button size="sm" onClick={askAgain}>
      <RotateCw aria-hidden className="size-3.5" />
      {m.chat_ask_again()}
    </Button>
  )
}
