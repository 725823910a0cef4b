import { CircleAlert, CircleCheck, Clock, RotateCw, X } from 'lucide-react'
import { m } from '~/paraglide/messages'
import { IconButton } from '~/ui/button.tsx'
import { classes } from '~/ui/classes.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { isActive, type Upload } from './upload-queue.ts'
import { uploadError } from './uploads.ts'

export interface UploadListProps {
  uploads: readonly Upload[]
  onRemove: (id: number) => void
  onRetry: (id: number) => void
}

/** How far each upload is, and all of them together. */
export function UploadList({ uploads, onRemove, onRetry }: UploadListProps) {
  if (uploads.length === 0) return null
  const arrived = uploads.filter((upload) => !isActive(upload)).length
  return (
    <section aria-label={m.uploads_title()} className="grid gap-2">
      <div
        role="progressbar"
        aria-label={m.uploads_running({ done: arrived, total: uploads.length })}
        aria-valuemin={0}
        aria-valuemax={uploads.length}
        aria-valuenow={arrived}
        className="h-1 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width]"
          style={{ width: `${(arrived / uploads.length) * 100}%` }}
        />
      </div>
      <ul className="max-h-60 overflow-y-auto">
        {uploads.toSorted(bySight).map((upload) => (
          <li key={upload.id} className="flex items-center gap-3 py-1 text-sm">
            <UploadIcon upload={upload} />
            <div className="min-w-0 flex-1">
              <p className="truncate" title={upload.name}>
                {upload.name}
              </p>
              <p className={classes('text-xs', upload.state === 'failed' ? 'text-danger' : 'text-muted')}>
                {stateText(upload)}
              </p>
            </div>
            {upload.state === 'failed' && (
              <IconButton label={m.upload_retry({ name: upload.name })} onClick={() => onRetry(upload.id)}>
                <RotateCw aria-hidden />
              </IconButton>
            )}
            <IconButton
              label={
                isActive(upload) ? m.upload_cancel({ name: upload.name }) : m.upload_dismiss({ name: upload.name })
              }
              onClick={() => onRemove(upload.id)}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What asks for a look comes first, what is done last. */
const order: Upload['state'][] = ['failed', 'sending', 'waiting', 'stored']
const bySight = (a: Upload, b: Upload) => order.indexOf(a.state) - order.indexOf(b.state)

function UploadIcon({ upload: { state } }: { upload: Upload }) {
  if (state === 'sending') return <Spinner className="size-4 shrink-0 text-accent-text" />
  const Icon = { waiting: Clock, stored: CircleCheck, failed: CircleAlert }[state]
  const colour = { waiting: 'text-faint', stored: 'text-success', failed: 'text-danger' }[state]
  return <Icon aria-hidden className={classes('size-4 shrink-0', colour)} />
}

function stateText(upload: Upload): string {
  switch (upload.state) {
    case 'waiting':
      return m.upload_waiting()
    case 'sending':
      return m.upload_sending()
    case 'stored':
      return m.upload_stored()
    case 'failed':
      return uploadError(upload)
  }
}
