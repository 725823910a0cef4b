import { CircleAlert, CircleCheck } from 'lucide-react'
import type { StoredFile } from '~/contract/files.ts'
import { classes } from '~/ui/classes.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { isInProgress } from '../in-progress.ts'
import { isRecognisable } from '../recognition/recognisable.ts'
import { RecogniseText, Recognising } from '../recognition/recognise-text.tsx'
import { useRecognition } from '../recognition/recognitions.ts'
import { failureText, isUnread, statusLabel } from '../status.ts'

/** How far a file is; where nothing was read from it, why, and a scan can be read here. */
export function FileStatus({ file }: { file: StoredFile }) {
  const { status } = file
  const recognition = useRecognition(file.id)
  if (recognition && isRecognisable(file)) return <Recognising file={file} recognition={recognition} />
  return (
    <div className="min-w-0">
      <span
        className={classes(
          'flex items-center gap-1.5 whitespace-nowrap',
          status === 'failed' ? 'text-danger' : 'text-muted',
        )}
      >
        <StatusIcon file={file} />
        {statusLabel(status)}
      </span>
      {isUnread(file) && <p className="text-xs leading-snug text-muted @2xl:w-40">{failureText(file)}</p>}
      {status === 'failed' && <RecogniseText file={file} />}
    </div>
  )
}

function StatusIcon({ file }: { file: Pick<StoredFile, 'status'> }) {
  if (isInProgress(file)) return <Spinner className="size-4" />
  if (file.status === 'done') return <CircleCheck aria-hidden className="size-4 text-success" />
  return <CircleAlert aria-hidden className="size-4" />
}
