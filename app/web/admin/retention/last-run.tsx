import type { ReactNode } from 'react'
import type { RetentionRun } from '~/contract/retention.ts'
import { m } from '~/paraglide/messages'
import { byteSize } from '~/ui/byte-size.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { formatNumber } from '../format-number.ts'
import { dayText } from './retention-text.ts'

/** What was erased last, or is being erased. */
export const LastRun = ({ run }: { run: RetentionRun | null }) => (
  <section aria-labelledby="last-run" className="rounded-lg border border-line bg-surface px-4 py-4">
    <h2 id="last-run" className="text-[15px] font-medium">
      {m.retention_last_run()}
    </h2>
    {run ? <Run run={run} /> : <p className="mt-1 text-sm text-muted">{m.retention_no_run()}</p>}
  </section>
)

function Run({ run: { day, ended_at, conversations, files, bytes, texts, failed } }: { run: RetentionRun }) {
  return (
    <>
      <p role="status" className="mt-0.5 flex items-center gap-2 text-sm text-muted">
        {ended_at === null && <Spinner className="size-3.5" />}
        {ended_at === null ? m.retention_under_way({ day: dayText(day) }) : dayText(day)}
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        <Erased name={m.retention_conversations()}>{formatNumber(conversations)}</Erased>
        <Erased name={m.retention_files()}>
          {formatNumber(files)}
          {files > 0 && <span className="block text-xs text-muted">{byteSize(bytes)}</span>}
        </Erased>
        <Erased name={m.retention_texts()}>{formatNumber(texts)}</Erased>
      </dl>
      {failed > 0 && <p className="mt-3 text-sm text-danger">{m.retention_failed({ count: formatNumber(failed) })}</p>}
    </>
  )
}

const Erased = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right tabular-nums">{children}</dd>
  </>
)
