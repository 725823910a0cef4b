import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Erasure, VerificationProblem } from '~/contract/audits.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { formatDay } from '~/ui/day.tsx'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { useTimeZone } from '~/web/admin/time-zone.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { useMe } from '~/web/session/me.ts'
import { formatNumber } from '../format-number.ts'
import { maxListed, useVerification, type Verification } from './use-verification.ts'

interface VerifyDialogProps {
  open: boolean
  onClose: () => void
}

/** Verifies the organisation's audits while it is open; closing it ends that. */
export function VerifyDialog({ open, onClose }: VerifyDialogProps) {
  const [round, setRound] = useState(1)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={m.audits_verify_title()}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <Running key={round} onAgain={() => setRound(round + 1)} />
    </Dialog>
  )
}

function Running({ onAgain }: { onAgain: () => void }) {
  const { progress, problems, erasures, end, failure } = useVerification(useMe().organization_id)
  return (
    <div className="grid gap-4">
      {end ? <Result end={end} /> : failure === undefined && <Progress progress={progress} />}
      {problems.length > 0 && <Problems problems={problems} total={end?.problems} />}
      {end && erasures.length > 0 && <Erasures erasures={erasures} total={end.erased} />}
      {failure !== undefined && (
        <>
          <ErrorBanner>{progress ? m.audits_verify_broke_off() : errorMessage(failure)}</ErrorBanner>
          <Button className="justify-self-start" onClick={onAgain}>
            {m.audits_verify_again()}
          </Button>
        </>
      )}
    </div>
  )
}

function Progress({ progress }: Pick<Verification, 'progress'>) {
  const { rows, total } = progress ?? { rows: 0, total: 0 }
  const text = progress
    ? m.audits_verify_progress({ rows: formatNumber(rows), total: formatNumber(total) })
    : m.audits_verify_starting()
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted tabular-nums">{text}</p>
      <ProgressBar
        share={total === 0 ? 0 : rows / total}
        label={m.audits_verify_title()}
        text={text}
        className="h-1.5"
      />
    </div>
  )
}

function Result({ end: { rows, head, problems } }: { end: NonNullable<Verification['end']> }) {
  return (
    <>
      {problems === 0 ? (
        <p
          role="status"
          className="flex items-start gap-2.5 rounded-md bg-accent-soft px-3.5 py-3 text-sm text-accent-text"
        >
          <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {m.audits_verify_sound({ rows: formatNumber(rows) })}
        </p>
      ) : (
        <ErrorBanner>{m.audits_verify_problems({ count: formatNumber(problems) })}</ErrorBanner>
      )}
      <dl className="grid gap-1 text-sm">
        <dt className="text-muted">{m.audits_verify_head()}</dt>
        <dd className="font-mono text-xs wrap-anywhere">{head}</dd>
        {problems === 0 && <dd className="text-muted">{m.audits_verify_head_hint()}</dd>}
      </dl>
    </>
  )
}

function Problems({ problems, total }: { problems: VerificationProblem[]; total: number | undefined }) {
  return (
    <>
      <ul className="grid gap-1.5 text-sm">
        {problems.map((problem) => (
          <li key={`${problem.code} ${problem.seq}`}>{problemText(problem)}</li>
        ))}
      </ul>
      {total !== undefined && total > maxListed && (
        <p className="text-sm text-muted">{m.audits_verify_more({ count: maxListed })}</p>
      )}
    </>
  )
}

/** Erasures that are listed: there may be one a day. */
const maxErasures = 5

function Erasures({ erasures, total }: { erasures: Erasure[]; total: number }) {
  const timeZone = useTimeZone()
  const dayOf = (at: string) => formatDay(at, getLocale(), timeZone)
  return (
    <section className="grid gap-1.5 text-sm">
      <h3 className="font-medium tabular-nums">{m.audits_verify_erasures({ count: formatNumber(total) })}</h3>
      <ul className="grid gap-1.5">
        {erasures
          .slice(-maxErasures)
          .toReversed()
          .map(({ seq, created_at, before, texts }) => {
            const days = { before: dayOf(before), day: dayOf(created_at) }
            return (
              <li key={seq}>
                {texts === 1
                  ? m.audits_verify_erased_one(days)
                  : m.audits_verify_erased({ ...days, texts: formatNumber(texts) })}
              </li>
            )
          })}
      </ul>
      {erasures.length > maxErasures && (
        <p className="text-muted">{m.audits_verify_erasures_more({ count: maxErasures })}</p>
      )}
    </section>
  )
}

const problemTexts = {
  row_missing: m.audits_verify_row_missing,
  row_altered: m.audits_verify_row_altered,
  row_rewritten: m.audits_verify_row_rewritten,
  text_missing: m.audits_verify_text_missing,
  text_altered: m.audits_verify_text_altered,
  text_not_erased: m.audits_verify_text_not_erased,
  segment_missing: m.audits_verify_segment_missing,
  segment_altered: m.audits_verify_segment_altered,
  counts_differ: m.audits_verify_counts_differ,
} satisfies Record<VerificationProblem['code'], unknown>

const problemText = ({ code, seq }: VerificationProblem) => problemTexts[code]({ seq: formatNumber(seq) })
