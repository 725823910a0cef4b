import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, RotateCw, ScanText, Square, X } from 'lucide-react'
import { isTableOnly } from '~/contract/table-files.ts'
import { m } from '~/paraglide/messages'
import { classes } from '~/ui/classes.ts'
import { Spinner } from '~/ui/spinner.tsx'
import { FileIcon } from '~/web/files/file-icon.tsx'
import { isRecognisable } from '~/web/files/recognition/recognisable.ts'
import { recogniseText, useRecognition } from '~/web/files/recognition/recognitions.ts'
import { reasonText } from '~/web/files/status.ts'
import { sentPercent, uploadError } from '~/web/files/upload/upload-text.ts'
import { useUploads } from '~/web/files/upload/use-uploads.ts'
import { fileType } from '../attachment-chips.tsx'
import { type DraftFile, fileKey, isStored, withFiles } from './draft.ts'
import { useDraft, useDrafts } from './use-draft.ts'
import type { ConversationKey } from '../conversation-key.ts'

/** The files that will go with the next question, how far each is, and a way to take it off. */
export default function DraftFiles({ of: key }: { of: ConversationKey }) {
  const drafts = useDrafts()
  const files = useDraft(key, (draft) => draft.files)
  const { remove: removeUpload } = useUploads()
  const queryClient = useQueryClient()

  const recognise = (file: DraftFile & { id: number }) => {
    void recogniseText(queryClient, { file, uploaded: false })
    const waiting = { status: 'pending', status_reason: null } as const
    drafts.updateAll((draft) => withFiles(draft, (each) => (each.id === file.id ? { ...each, ...waiting } : each)))
  }
  const remove = (file: DraftFile) => {
    if (file.upload !== undefined) removeUpload(file.upload)
    drafts.update(key, (draft) => ({ ...draft, files: draft.files.filter((each) => fileKey(each) !== fileKey(file)) }))
  }
  return (
    <ul
      aria-label={m.attachments()}
      className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto overscroll-contain px-3 pt-3 pb-0.5"
    >
      {files.map((file) => (
        <Chip key={fileKey(file)} file={file} onRecognise={recognise} onRemove={() => remove(file)} />
      ))}
    </ul>
  )
}

interface ChipProps {
  file: DraftFile
  onRecognise: (file: DraftFile & { id: number }) => void
  onRemove: () => void
}

function Chip({ file, onRecognise, onRemove }: ChipProps) {
  const { name, mime_type } = file
  const failed = file.status === 'failed' && !isTableOnly(file)
  const { retry } = useUploads()
  const recognition = useRecognition(file.id)
  const { state, share } = useProgress(file)
  return (
    <li
      className={classes(
        'flex h-9 max-w-full min-w-0 items-center gap-2 rounded-md border pl-2 text-sm sm:max-w-72',
        failed ? 'border-danger/40 bg-danger-soft' : 'border-line bg-canvas',
      )}
    >
      <span className="[&_svg]:size-4">
        {failed ? (
          <CircleAlert aria-hidden className="text-danger" />
        ) : file.status === 'done' || isTableOnly(file) ? (
          <FileIcon file={{ name, type: fileType(mime_type) }} />
        ) : (
          <Spinner className="text-accent-text" />
        )}
      </span>
      <span className="min-w-16 truncate" title={name}>
        {name}
      </span>
      {state && (
        <span
          role="status"
          title={state}
          className={classes('text-xs', share ? 'shrink-0' : 'min-w-0 truncate', failed ? 'text-danger' : 'text-muted')}
        >
          {state}
        </span>
      )}
      {share && (
        // Beside what is read out: nobody wants to hear it count.
        <span aria-hidden className="-ml-1 shrink-0 text-xs text-muted tabular-nums">
          {share}
        </span>
      )}
      <span className="-ml-1 flex shrink-0">
        {failed && file.upload !== undefined && (
          <ChipButton label={m.upload_retry({ name })} onClick={() => retry(file.upload!)}>
            <RotateCw aria-hidden />
          </ChipButton>
        )}
        {isStored(file) && failed && isRecognisable(file) && (
          <ChipButton label={m.recognition_start()} onClick={() => onRecognise(file)}>
            <ScanText aria-hidden />
          </ChipButton>
        )}
        {recognition?.page !== undefined && (
          <ChipButton label={m.recognition_stop({ name })} onClick={recognition.stop}>
            <Square aria-hidden />
          </ChipButton>
        )}
        <ChipButton label={m.attach_remove({ name })} onClick={onRemove}>
          <X aria-hidden />
        </ChipButton>
      </span>
    </li>
  )
}

/** How far a file is, in words and, where it takes longer, in numbers; nothing once it can be used. */
function useProgress(file: DraftFile): { state?: string; share?: string | undefined } {
  const { uploads } = useUploads()
  const recognition = useRecognition(file.id)
  const { status, status_reason } = file
  if (status === 'done') return {}
  if (isTableOnly(file)) return { state: m.attach_tables_only() }
  if (recognition?.page !== undefined) {
    return { state: m.attach_reading(), share: `${recognition.page} / ${recognition.pages}` }
  }
  if (isStored(file) && status !== 'failed') return { state: m.attach_processing() }
  const upload = uploads.find(({ id }) => id === file.upload)
  if (status !== 'failed') return { state: m.upload_sending(), share: upload && sentPercent(upload) }
  if (upload?.error) return { state: uploadError(upload) }
  return { state: status_reason ? reasonText(status_reason) : m.file_status_failed() }
}

const ChipButton = ({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: React.ReactNode
}) => (
  <button
    type="button"
    aria-label={label}
    data-tooltip={label}
    onClick={onClick}
    className="grid size-8 place-items-center rounded-md text-muted hover:text-ink [&_svg]:size-3.5"
  >
    {children}
  </button>
)
