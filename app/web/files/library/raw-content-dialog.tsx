import { useQuery } from '@tanstack/react-query'
import { hasCode } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { Dialog } from '~/ui/dialog/dialog.tsx'
import { Loader } from '~/ui/loader.tsx'
import { errorMessage } from '~/web/errors/message.ts'
import { isInProgress } from '../in-progress.ts'
import { LoadFailure } from '~/web/errors/load-failure.tsx'
import { contentQuery, fileQuery } from '../queries.ts'
import { RawContent } from './raw-content.tsx'
import { isRecognisable } from '../recognition/recognisable.ts'
import { RecogniseText } from '../recognition/recognise-text.tsx'
import { recognitionText } from '../recognition/recognition-text.ts'
import { useRecognition } from '../recognition/recognitions.ts'
import { reasonText } from '../status.ts'
import { useLast } from '~/ui/dialog/use-last.ts'

interface RawContentDialogProps {
  /** The file of the address; none, no dialog. */
  fileId: number | undefined
  /** The same file as a list has it, to show until it has come. */
  listed: StoredFile | undefined
  /** The page of the address, which is scrolled to. */
  page: number | undefined
  onPage: (page: number) => void
  onClose: () => void
}

/** The text that was read from a file, as answers quote it. */
export function RawContentDialog({ fileId, listed, page, onPage, onClose }: RawContentDialogProps) {
  const { data, error, refetch } = useQuery({
    ...fileQuery(fileId ?? 0),
    enabled: fileId !== undefined,
    ...(listed && { placeholderData: listed }),
  })
  const file = useLast(fileId !== undefined, data)
  return (
    <Dialog open={fileId !== undefined} onClose={onClose} title={file?.name ?? m.files_raw_content()}>
      {file ? (
        <Content file={file} page={page} onPage={onPage} />
      ) : error ? (
        <LoadFailure text={isGone(error) ? m.file_gone() : errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Loader />
      )}
    </Dialog>
  )
}

const isGone = (error: Error) => hasCode(error, 'does_not_exist')

interface ContentProps {
  file: StoredFile
  page: number | undefined
  onPage: (page: number) => void
}

/** Waits until the file is processed; why there is no text, or why it cannot be trusted, stands with it. */
function Content({ file, page, onPage }: ContentProps) {
  const { data, error, refetch } = useQuery({ ...contentQuery(file.id), enabled: file.status === 'done' })
  const reason = file.status_reason && reasonText(file.status_reason)
  const recognition = useRecognition(file.id)
  if (recognition && isRecognisable(file)) return <Nothing text={recognitionText(recognition, file)} />
  if (isInProgress(file)) return <Nothing text={m.content_pending()} />
  if (file.status === 'failed' || isMissing(error))
    return <Nothing text={m.files_raw_content_none()} reason={reason} file={file} />
  if (error) return <LoadFailure text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loader />
  const pages = data.pages.filter(({ text }) => text.trim() !== '')
  if (pages.length === 0) return <Nothing text={m.files_raw_content_none()} reason={reason} file={file} />
  return <RawContent pages={pages} warning={reason} page={page} onPage={onPage} />
}

const isMissing = (error: Error | null) => hasCode(error, 'file_content_not_available')

interface NothingProps {
  text: string
  reason?: string | null
  /** The file, where its text can be recognised from here. */
  file?: StoredFile
}

const Nothing = ({ text, reason, file }: NothingProps) => (
  <div role="status" className="py-8 text-center text-balance text-muted">
    <p>{text}</p>
    {reason && <p className="mt-1 text-sm">{reason}</p>}
    {file && <RecogniseText file={file} />}
  </div>
)
