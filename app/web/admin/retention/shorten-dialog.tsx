import { useCallback, useState } from 'react'
import type { RetainedKind } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { useAction } from '~/ui/dialog/use-action.ts'
import { useLast } from '~/ui/dialog/use-last.ts'
import { dayIn } from '~/web/admin/organization-day.ts'
import { useTimeZone } from '~/web/admin/time-zone.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { dayAfter, type Shortening } from './periods.ts'
import { Preview } from './preview.tsx'
import { dayText, kindLooks, periodText } from './retention-text.ts'

interface ShortenDialogProps {
  /** What becomes shorter; nothing, no dialog. */
  shortenings: Shortening[] | undefined
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Shows what shorter periods would erase, and asks once that was looked at, or could not be. */
export function ShortenDialog({ shortenings, onConfirm, onClose }: ShortenDialogProps) {
  const open = shortenings !== undefined
  const shown = useLast(open, shortenings) ?? []
  const day = dayText(dayAfter(dayIn(useTimeZone())))
  const { busy, failure, run, close } = useAction(open, onConfirm, onClose)
  const [begun, setBegun] = useState(shortenings)
  const [settled, setSettled] = useState<RetainedKind[]>([])
  if (open && shortenings !== begun) {
    setBegun(shortenings)
    setSettled([])
  }
  const settle = useCallback((kind: RetainedKind) => setSettled((kinds) => [...kinds, kind]), [])
  return (
    <Dialog
      open={open}
      onClose={close}
      title={m.retention_shorten_title()}
      actions={
        <>
          <Button onClick={close} disabled={busy}>
            {m.cancel()}
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabled={!shown.every(({ kind }) => settled.includes(kind))}
            onClick={() => void run()}
          >
            {m.retention_shorten_confirm({ day })}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure && <ErrorBanner>{errorMessage(failure.error)}</ErrorBanner>}
        <ul className="grid gap-2.5">
          {shown.map(({ kind, before, after }) => (
            <li key={kind} className="grid gap-3 rounded-md border border-line px-4 py-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span className="text-[15px] font-medium">{kindLooks[kind].label()}</span>
                <span className="text-sm text-muted">
                  {m.retention_instead_of({ after: periodText(after), before: periodText(before) })}
                </span>
              </p>
              <Preview kind={kind} days={after} onSettled={settle} />
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted">{m.retention_shorten_text({ day })}</p>
      </div>
    </Dialog>
  )
}
