import { CircleAlert, CircleCheck } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { classes } from '~/ui/classes.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { isInProgress, reasonText, statusLabel } from './status.ts'

/** How far a file is; where it failed, why. */
export function FileStatus({ file }: { file: Pick<StoredFile, 'status' | 'status_reason'> }) {
  const { status, status_reason } = file
  return (
    <div className="min-w-0">
      <span className={classes('inline-flex items-center gap-1.5 whitespace-nowrap', colourOf(file))}>
        <StatusIcon file={file} />
        {statusLabel(status)}
      </span>
      {status === 'failed' && (
        <p className="max-w-60 text-xs leading-snug text-muted">{reasonText(status_reason ?? 'unexpected')}</p>
      )}
    </div>
  )
}

function StatusIcon({ file }: { file: Pick<StoredFile, 'status'> }) {
  if (isInProgress(file)) return <Spinner className="size-4" />
  const Icon = file.status === 'done' ? CircleCheck : CircleAlert
  return <Icon aria-hidden className="size-4" />
}

const colourOf = (file: Pick<StoredFile, 'status'>) => {
  if (isInProgress(file)) return 'text-muted'
  return file.status === 'done' ? 'text-success' : 'text-danger'
}
