import { useState } from 'react'
import type { AnswerStatus } from '~/contract/conversations.ts'
import { m } from '~/paraglide/messages'
import { codeMessage } from '~/web/errors/message.ts'
import type { LiveHead } from '../answers/live-answers.ts'

/** Says once, politely, how an answer ended; not what it says, token by token. */
export function Announcer({ live }: { live: LiveHead | undefined }) {
  const [said, say] = useState('')
  const next = live && textOf(live.status, live.errorCode)
  // When the live answer is gone, since it is stored, what was said of it stays.
  if (next !== undefined && next !== said) say(next)
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

function textOf(status: AnswerStatus, errorCode: string | null): string {
  if (status === 'streaming') return ''
  if (status === 'failed') return codeMessage(errorCode ?? 'unexpected')
  return status === 'stopped' ? m.answer_stopped() : m.answer_finished()
}
