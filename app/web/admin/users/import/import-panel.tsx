import { Download, RotateCw } from 'lucide-react'
import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { ErrorBanner } from '~/ui/banner.tsx'
import { Button } from '~/ui/button.tsx'
import { FileInput } from '~/ui/form/file-input.tsx'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { saveBlob } from '~/ui/save-file.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { NotMailed } from '../not-mailed.tsx'
import { droppedCsv, reasonLabel } from './dropped-csv.ts'
import type { ImportProgress } from './import-csv.ts'
import type { Dropped } from './read-entries.ts'
import type { useImport } from './use-import.ts'

interface ImportPanelProps {
  running: ReturnType<typeof useImport>
}

/** The way of a CSV file: choosing it, how far it is, and what came of it. */
export function ImportPanel({ running: { state, file, progress, error, start } }: ImportPanelProps) {
  if (state === 'idle') {
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-sm text-muted">{m.users_csv_hint()}</p>
        <pre className="w-full rounded-md bg-sunken px-3.5 py-2.5 font-mono text-[13px]">{sample}</pre>
        <FileInput label={m.users_csv_choose()} accept={['.csv']} onFile={start} />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p className="truncate text-[15px] font-medium" title={file?.name}>
        {file?.name}
      </p>
      {state === 'running' && <ProgressBar share={progress.share} label={m.users_csv_progress()} className="h-1.5" />}
      {state === 'failed' && <ErrorBanner>{errorMessage(error)}</ErrorBanner>}
      {state === 'stopped' && <p role="status">{m.users_csv_stopped()}</p>}
      {state === 'done' && <p role="status">{m.users_csv_done()}</p>}
      <Counts progress={progress} />
      {state !== 'running' && progress.created > 0 && progress.mailed === false && <NotMailed />}
      {state !== 'running' && progress.dropped.length > 0 && <DroppedRows dropped={progress.dropped} />}
      {state !== 'running' && (
        <div className="flex flex-wrap gap-2">
          {(state === 'failed' || state === 'stopped') && file && !isBadFile(error) && (
            <Button onClick={() => start(file)}>
              <RotateCw aria-hidden className="size-4" />
              {m.users_csv_again()}
            </Button>
          )}
          <FileInput label={m.users_csv_choose_other()} accept={['.csv']} onFile={start} />
        </div>
      )}
    </div>
  )
}

/** The same file would fail again. */
const isBadFile = (error: unknown) => hasCode(error, 'csv_invalid_columns')

const sample = `email,role\nhanako@example.com,admin\ntaro@example.com,user`

/** Rows that are named for each reason; the file has all. */
const shownRows = 3

const Counts = ({ progress: { created, existing, dropped } }: { progress: ImportProgress }) => (
  <dl className="grid grid-cols-3 gap-3">
    {(
      [
        [m.users_csv_created(), created],
        [m.users_csv_existing(), existing],
        [m.users_csv_dropped(), dropped.length],
      ] as const
    ).map(([name, count]) => (
      <div key={name} className="rounded-md border border-line px-3 py-2">
        <dt className="text-xs text-muted">{name}</dt>
        <dd className="text-lg font-semibold tabular-nums">{count.toLocaleString(getLocale())}</dd>
      </div>
    ))}
  </dl>
)

/** How many rows were left out for which reason, the first of them, and the way to all. */
function DroppedRows({ dropped }: { dropped: Dropped[] }) {
  const byReason = Object.groupBy(dropped, ({ reason }) => reason)
  return (
    <div className="grid justify-items-start gap-3">
      <ul className="text-sm text-muted">
        {Object.entries(byReason).map(([reason, rows]) => (
          <li key={reason}>
            {reasonLabel(reason as Dropped['reason'])}: {rows.length.toLocaleString(getLocale())}
            <ul className="pl-4">
              {rows.slice(0, shownRows).map(({ row, email, role }) => (
                <li key={row} className="wrap-anywhere">
                  {m.users_dropped_at({ row })} {[email, role].filter(Boolean).join(', ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => saveBlob(`${m.users_csv_dropped_file()}.csv`, droppedCsv(dropped))}>
        <Download aria-hidden className="size-4" />
        {m.users_csv_save_dropped()}
      </Button>
    </div>
  )
}
