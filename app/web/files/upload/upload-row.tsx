import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { ProgressBar } from '~/ui/progress-bar.tsx'
import { Spinner } from '~/ui/spinner.tsx'
import { isStoredOnly, limitText, uploadLimitsQuery } from './limits.ts'
import { isActive, type Upload } from './queue.ts'
import { uploadText } from './upload-text.ts'

interface UploadRowProps {
  upload: Upload
  onRemove: (id: number) => void
  onRetry: (id: number) => void
}

/** How far one upload is, and what can be done about it. */
export const UploadRow = memo(function UploadRow({ upload, onRemove, onRetry }: UploadRowProps) {
  const { id, name, state, error } = upload
  const text = uploadText(upload)
  return (
    <div className="flex min-h-13 items-center gap-3 py-1 text-sm">
      <UploadIcon upload={upload} />
      <div className="min-w-0 flex-1">
        <p className="truncate" title={name}>
          {name}
        </p>
        {state === 'sending' && <UploadBar upload={upload} text={text} />}
        <p className={classes('text-xs tabular-nums', state === 'failed' ? 'text-danger' : 'text-muted')}>{text}</p>
        {state !== 'failed' && <StoredOnly upload={upload} />}
      </div>
      <div className="flex shrink-0">
        {/* What the browser cannot read any more it will not read the next time. */}
        {state === 'failed' && error !== 'file_not_readable' && (
          <IconButton label={m.upload_retry({ name })} onClick={() => onRetry(id)}>
            <RotateCw aria-hidden />
          </IconButton>
        )}
        <IconButton
          label={isActive(upload) ? m.upload_cancel({ name }) : m.upload_dismiss({ name })}
          onClick={() => onRemove(id)}
        >
          <X aria-hidden />
        </IconButton>
      </div>
    </div>
  )
})

const UploadBar = ({ upload: { name, progress }, text }: { upload: Upload; text: string }) => (
  <ProgressBar share={progress.share} label={m.upload_progress_of({ name })} text={text} className="my-1 h-1" />
)

/** Says of a file that will not be read that it will not, while there is time to send another. */
function StoredOnly({ upload }: { upload: Upload }) {
  const { data: limits } = useQuery(uploadLimitsQuery)
  if (!limits || !isStoredOnly(upload, limits)) return null
  return <p className="text-xs text-warning">{m.upload_stored_only({ limit: limitText(limits.readable_bytes) })}</p>
}

function UploadIcon({ upload: { state, progress } }: { upload: Upload }) {
  if (state === 'sending' && progress.step !== 'interrupted')
    return <Spinner className="size-4 shrink-0 text-accent-text" />
  const Icon = { waiting: Clock, sending: Clock, stored: CircleCheck, failed: CircleAlert }[state]
  const colour = { waiting: 'text-faint', sending: 'text-faint', stored: 'text-success', failed: 'text-danger' }[state]
  return <Icon aria-hidden className={classes('size-4 shrink-0', colour)} />
}
