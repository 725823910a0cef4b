import { useId, useState } from 'react'
import type { RetainedKind } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { Segments } from '~/ui/form/segments.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { longestPeriod, type PeriodDraft, periodIn } from './periods.ts'
import { Preview } from './preview.tsx'
import { formatNumber } from '../format-number.ts'
import { dayCount, kindLooks } from './retention-text.ts'

/** Seven years have one or two leap days: never fewer than these. */
const sevenYears = 2557
const presets = [30, 90, 180, 365, sevenYears]

interface PeriodCardProps {
  kind: RetainedKind
  draft: PeriodDraft
  /** An empty field is a mistake only once it was to be saved. */
  strict: boolean
  onChange: (draft: PeriodDraft) => void
}

/** For how long one kind is kept: for ever, or for a number of days, with a look at what these would erase. */
export function PeriodCard({ kind, draft, strict, onChange }: PeriodCardProps) {
  const id = useId()
  const [looked, setLooked] = useState<number>()
  const { icon: Icon, label, hint } = kindLooks[kind]
  const period = periodIn(draft)
  const isWrong = period === undefined && (strict || draft.text.trim() !== '')

  return (
    <section role="group" aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="grid grid-cols-[auto_1fr] gap-x-3 px-4 py-4">
        <Icon aria-hidden className="mt-0.5 size-5 text-accent-text" />
        <div className="min-w-0">
          <h2 id={id} className="text-[15px] font-medium">
            {label()}
          </h2>
          <p className="mt-0.5 text-sm text-muted">{hint()}</p>
          <div className="mt-3">
            <Segments
              label={m.retention_kept()}
              value={draft.forever ? 'forever' : 'days'}
              options={[
                { value: 'forever', label: m.retention_forever() },
                { value: 'days', label: m.retention_for_a_time() },
              ]}
              onChange={(value) => onChange({ ...draft, forever: value === 'forever' })}
            />
          </div>
          {!draft.forever && (
            <div className="mt-3 grid gap-2.5">
              <TextField
                label={m.retention_days_label()}
                name={kind}
                value={draft.text}
                inputMode="numeric"
                autoComplete="off"
                error={isWrong ? m.retention_days_invalid({ max: formatNumber(longestPeriod) }) : undefined}
                onChange={({ currentTarget }) => onChange({ ...draft, text: currentTarget.value })}
                onKeyDown={keepComposing}
                className="max-w-64"
              />
              <div role="group" aria-label={m.retention_presets()} className="flex flex-wrap gap-1.5">
                {presets.map((days) => (
                  <button
                    key={days}
                    type="button"
                    aria-pressed={period === days}
                    onClick={() => onChange({ ...draft, text: String(days) })}
                    className="h-8 rounded-full border border-line px-3 text-sm text-muted transition-colors hover:border-line-strong hover:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
                  >
                    {days === sevenYears ? m.retention_seven_years() : dayCount(days)}
                  </button>
                ))}
              </div>
            </div>
          )}
          {typeof period === 'number' && (
            <div className="mt-4 border-t border-line pt-3">
              {looked === period ? (
                <Preview kind={kind} days={period} />
              ) : (
                <Button size="sm" onClick={() => setLooked(period)}>
                  {m.retention_look()}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
    </section>
  )
}
