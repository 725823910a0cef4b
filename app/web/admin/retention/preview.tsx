import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { RetainedKind } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { byteSize } from '~/ui/byte-size.ts'
import { formatDay } from '~/ui/day.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { useTimeZone } from '~/web/admin/time-zone.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { type PreviewSum, sumOf } from './preview-sum.ts'
import { previewRetention } from './retention.functions.ts'
import { formatNumber } from '../format-number.ts'

interface PreviewProps {
  kind: RetainedKind
  days: number
  /** Called when it is through, or has failed. */
  onSettled?: (kind: RetainedKind) => void
}

/** Looks at what a period would erase today, part after part, as long as it is shown. */
export function Preview({ kind, days, onSettled }: PreviewProps) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useParts(kind, days)
  const isSettled = !isFetching && (error !== null || (data !== undefined && !hasNextPage))
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  useEffect(() => {
    if (isSettled) onSettled?.(kind)
  }, [kind, isSettled, onSettled])

  const sum = sumOf(data?.pages ?? [])
  if (isSettled && error) {
    return <Failure error={error} sum={data && sum} onGoOn={() => void (data ? fetchNextPage() : refetch())} />
  }
  return (
    <div aria-live="polite" aria-busy={!isSettled}>
      {isSettled ? <Result kind={kind} sum={sum} /> : <Progress sum={sum} />}
    </div>
  )
}

/** The parts, asked for one after another. Nothing is kept of them once they are not shown. */
const useParts = (kind: RetainedKind, days: number) =>
  useInfiniteQuery({
    queryKey: ['retention', 'preview', kind, days],
    queryFn: ({ pageParam, signal }) => previewRetention({ data: { kind, days, after: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
    gcTime: 0,
  })

function Progress({ sum: { count, looked_at, members } }: { sum: PreviewSum }) {
  const text =
    members > 0
      ? m.retention_looked_at({ done: formatNumber(looked_at), all: formatNumber(members) })
      : m.retention_looking()
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted tabular-nums">
        <span>{text}</span>
        {count > 0 && <span>{m.retention_so_far({ count: formatNumber(count) })}</span>}
      </p>
      <ProgressBar
        share={members === 0 ? 0 : Math.min(looked_at / members, 1)}
        label={m.retention_looking()}
        text={text}
        className="h-1.5"
      />
    </div>
  )
}

interface FailureProps {
  error: Error
  /** What was found before, if anything was looked at. */
  sum: PreviewSum | undefined
  onGoOn: () => void
}

function Failure({ error, sum, onGoOn }: FailureProps) {
  return (
    <div className="grid justify-items-start gap-3">
      <ErrorBanner>
        {sum
          ? m.retention_look_broke_off({
              done: formatNumber(sum.looked_at),
              all: formatNumber(sum.members),
              count: formatNumber(sum.count),
            })
          : errorMessage(error)}
      </ErrorBanner>
      <Button size="sm" onClick={onGoOn}>
        {sum ? m.retention_look_on() : m.try_again()}
      </Button>
    </div>
  )
}

function Result({ kind, sum: { count, bytes, held, oldest } }: { kind: RetainedKind; sum: PreviewSum }) {
  const timeZone = useTimeZone()
  return (
    <div className="grid gap-2">
      {count === 0 && <p className="text-sm text-muted">{m.retention_nothing_today()}</p>}
      {(count > 0 || held > 0) && (
        <dl className="flex flex-wrap gap-x-6 gap-y-3">
          {count > 0 && <Figure name={m.retention_would_go()}>{formatNumber(count)}</Figure>}
          {count > 0 && kind === 'generated_files' && <Figure name={m.retention_size()}>{byteSize(bytes)}</Figure>}
          {oldest !== null && <Figure name={m.retention_oldest()}>{formatDay(oldest, getLocale(), timeZone)}</Figure>}
          {held > 0 && <Figure name={m.retention_kept_by_holds()}>{formatNumber(held)}</Figure>}
        </dl>
      )}
    </div>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd className="text-[15px] font-medium tabular-nums">{children}</dd>
  </div>
)
