import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Retention, retainedKinds, type RetainedKind, type RetentionPeriods } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { useAction } from '~/ui/dialog/use-action.ts'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { sessionQuery } from '~/web/session/queries.ts'
import { createDraft } from '../draft.ts'
import { LeaveGuard } from '../leave-guard.tsx'
import { PeriodCard } from './period-card.tsx'
import { draftOf, type PeriodDraft, periodIn, shortened, type Shortening } from './periods.ts'
import { retentionQuery } from './queries.ts'
import { setRetention } from './retention.functions.ts'
import { dayText } from './retention-text.ts'
import { ShortenDialog } from './shorten-dialog.tsx'

/** What was changed; what was not follows what others save. */
const periodsDraft = createDraft<Partial<Record<RetainedKind, PeriodDraft>>>()

/** The three periods. Nothing becomes shorter before its admin has seen what that would erase. */
export function PeriodsForm({ retention: { periods: saved, effective_on } }: { retention: Retention }) {
  const queryClient = useQueryClient()
  const draft = periodsDraft.use()
  const [strict, setStrict] = useState(false)
  const [asking, setAsking] = useState<Shortening[]>()

  const entries = retainedKinds.map((kind) => [kind, draft?.[kind] ?? draftOf(saved[kind])] as const)
  const wrong = entries.find(([, each]) => periodIn(each) === undefined)?.[0]
  const changed = entries.some(([kind, each]) => periodIn(each) !== saved[kind])

  const periodsOf = () => Object.fromEntries(entries.map(([kind, each]) => [kind, periodIn(each)])) as RetentionPeriods

  const forget = () => {
    periodsDraft.set(undefined)
    setStrict(false)
  }
  const save = async () => {
    const periods = periodsOf()
    queryClient.setQueryData(retentionQuery.queryKey, await setRetention({ data: periods }))
    // The sidebar says it to every member, the admin included.
    queryClient.setQueryData(sessionQuery.queryKey, (session) =>
      session?.state === 'member'
        ? { ...session, me: { ...session.me, conversations_kept: periods.conversations } }
        : session,
    )
    forget()
    toast.success(m.retention_saved())
  }
  const { busy, failure, run } = useAction(true, save, stay)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!changed) return
    setStrict(true)
    if (wrong !== undefined) {
      const field = event.currentTarget.elements.namedItem(wrong)
      if (field instanceof HTMLElement) field.focus()
      return
    }
    const shortenings = shortened(saved, periodsOf())
    if (shortenings.length > 0) setAsking(shortenings)
    else void run()
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-2.5">
      <LeaveGuard active={changed} text={m.retention_leave_text()} onLeave={forget} />
      {effective_on !== null && (
        <p className="flex items-start gap-2.5 rounded-md bg-accent-soft px-3.5 py-3 text-sm text-accent-text">
          <CalendarClock aria-hidden className="mt-0.5 size-4 shrink-0" />
          {m.retention_effective({ day: dayText(effective_on) })}
        </p>
      )}
      {entries.map(([kind, each]) => (
        <PeriodCard
          key={kind}
          kind={kind}
          draft={each}
          strict={strict}
          onChange={(next) => periodsDraft.set({ ...draft, [kind]: next })}
        />
      ))}
      {failure && changed && <ErrorBanner>{errorMessage(failure.error)}</ErrorBanner>}
      <div className="flex justify-end gap-2 pt-1.5">
        {changed && (
          <Button variant="ghost" disabled={busy} onClick={forget}>
            {m.rules_form_discard()}
          </Button>
        )}
        <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
          {m.save()}
        </Button>
      </div>
      <ShortenDialog shortenings={asking} onConfirm={save} onClose={() => setAsking(undefined)} />
    </form>
  )
}

const stay = () => {}
