import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BucketType, MetricName, Quota } from '~/contract/metrics.ts'
import { m } from '~/paraglide/messages'
import { keepComposing } from '~/ui/form/keep-composing.ts'
import { FormDialog } from '~/ui/dialog/form-dialog.tsx'
import { Segments } from '~/ui/form/segments.tsx'
import { Select } from '~/ui/select/select.tsx'
import { TextField } from '~/ui/form/text-field.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { bucketLabels, metricLabels } from './metric-labels.ts'
import { metricNames } from './metric-names.ts'
import { valueText } from './metric-text.ts'
import { setQuota } from './metrics.functions.ts'
import { refreshMetrics } from './queries.ts'
import type { QuotaKey } from './quota-chips.tsx'

interface SetQuotaProps {
  quotas: Quota[]
  /** The quota that the dialog begins with; none, no dialog. */
  edited: QuotaKey | undefined
  onClose: () => void
}

/** A dialog that sets a metric's quota of a day, a month or a year, or takes it away. */
export function SetQuota({ quotas, edited, onClose }: SetQuotaProps) {
  const queryClient = useQueryClient()
  const [begun, setBegun] = useState<QuotaKey>()
  const [metric, setMetric] = useState<MetricName>('questions')
  const [type, setType] = useState<BucketType>('month')
  /** Undefined: as it is. */
  const [typed, setTyped] = useState<string>()
  if (edited && edited !== begun) {
    setBegun(edited)
    setMetric(edited.metric)
    setType(edited.type)
    setTyped(undefined)
  }

  const present = quotas.find(
    ({ metric_name, time_bucket_type }) => metric_name === metric && time_bucket_type === type,
  )
  const text = typed ?? String(present?.quota ?? '')
  const quota = quotaOf(text)

  const save = async () => {
    if (quota === undefined) return
    await setQuota({ data: { metric_name: metric, time_bucket_type: type, quota } })
    await refreshMetrics(queryClient)
    toast.success(quota === null ? m.quota_removed() : m.quota_saved())
  }

  return (
    <FormDialog
      open={edited !== undefined}
      onClose={onClose}
      title={m.quota_set()}
      submitLabel={m.save()}
      canSubmit={quota !== undefined && quota !== (present?.quota ?? null)}
      onSubmit={save}
      describeError={errorMessage}
    >
      <Labelled label={m.metrics_col_name()}>
        <div className="rounded-md border border-line-strong">
          <Select
            label={m.metrics_col_name()}
            value={metric}
            options={metricNames.map((name) => ({ value: name, label: metricLabels[name]() }))}
            onChange={(next) => {
              setMetric(next)
              setTyped(undefined)
            }}
          />
        </div>
      </Labelled>
      <Labelled label={m.metrics_col_dimension()}>
        <Segments
          label={m.metrics_col_dimension()}
          value={type}
          options={(Object.keys(bucketLabels) as BucketType[]).map((each) => ({
            value: each,
            label: bucketLabels[each](),
          }))}
          onChange={(next) => {
            setType(next)
            setTyped(undefined)
          }}
        />
      </Labelled>
      <TextField
        label={metric === 'stored_bytes' ? m.quota_bytes() : m.metrics_col_quota()}
        value={text}
        inputMode="numeric"
        autoComplete="off"
        placeholder={m.quota_none()}
        error={quota === undefined ? m.quota_invalid() : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={keepComposing}
      />
      <p className="text-sm text-muted">
        {quota ? (
          <span className="block tabular-nums">{`${metricLabels[metric]()}: ${valueText(metric, quota)}`}</span>
        ) : null}
        {metric === 'stored_bytes' || metric === 'processed_pages'
          ? m.quota_stops_uploads()
          : m.quota_stops_questions()}
        {present && ` ${m.quota_remove_hint()}`}
      </p>
    </FormDialog>
  )
}

const Labelled = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid justify-items-start gap-1.5">
    <span aria-hidden className="text-sm font-medium">
      {label}
    </span>
    {children}
  </div>
)

/**
 * The quota that a text says: digits of any width, grouped or not. None where it is empty; undefined where it says
 * none.
 */
export function quotaOf(text: string): number | null | undefined {
  const digits = text.normalize('NFKC').replace(/[\s,]/g, '')
  if (digits === '') return null
  const quota = /^\d+$/.test(digits) ? Number(digits) : NaN
  return Number.isSafeInteger(quota) ? quota : undefined
}
