import { m } from '~/paraglide/messages'
import { Spinner } from '~/ui/spinner.tsx'

/** What goes on while an answer is written: nothing is there yet, more is coming, or the connection is lost. */
export function AnswerProgress({ started, reconnecting }: { started: boolean; reconnecting: boolean }) {
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
