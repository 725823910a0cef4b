import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Eye, RotateCw, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { Button } from '~/ui/button.tsx'
import { byteSize } from '~/ui/byte-size.ts'
import { Day } from '~/ui/day.tsx'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { useMe } from '~/web/session/me.ts'
import { downloadOrReport } from '../download.ts'
import { FileStatus } from './file-status.tsx'
import { processFileAgain } from '../files.functions.ts'
import { accessLabel } from '../groups.ts'
import { isStuck } from '../in-progress.ts'
import { isPreviewable } from '../preview/preview-source.ts'
import { fileQuery, refreshFiles } from '../queries.ts'
import { isRecognisable } from '../recognition/recognisable.ts'
import { RecogniseText } from '../recognition/recognise-text.tsx'
import { useRecognition } from '../recognition/recognitions.ts'
import { isUnread, reasonText, sourceLabel, typeLabel } from '../status.ts'

interface FileMetadataProps {
  file: StoredFile
  writable: boolean
  onPreview: (file: StoredFile) => void
  onShowContent: (file: StoredFile) => void
}

/** What is known of a file, and the ways to what is in it. */
export function FileMetadata({ file, writable, onPreview, onShowContent }: FileMetadataProps) {
  const me = useMe()
  const recognition = useRecognition(file.id)
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isPreviewable(file) ? (
          <Button size="sm" onClick={() => onPreview(file)}>
            <Eye aria-hidden className="size-4" />
            {m.file_preview()}
          </Button>
        ) : (
          <p className="mr-2 text-sm text-muted">{m.preview_unsupported()}</p>
        )}
        <Button size="sm" onClick={() => void downloadOrReport(file.id)}>
          <Download aria-hidden className="size-4" />
          {m.download()}
        </Button>
        <Button size="sm" onClick={() => onShowContent(file)}>
          <ScrollText aria-hidden className="size-4" />
          {m.files_raw_content()}
        </Button>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-4 text-sm">
        <MetadataRow name={m.files_col_status()}>
          <FileStatus file={file} />
          {!isUnread(file) && file.status_reason && (
            <p className="text-xs text-muted">{reasonText(file.status_reason)}</p>
          )}
          {file.status === 'done' && !recognition && <RecogniseText file={file} />}
          {isStuck(file) && writable && !isRecognisable(file) && <ProcessAgain file={file} />}
        </MetadataRow>
        <MetadataRow name={m.file_access()}>{accessLabel(me, file)}</MetadataRow>
        <MetadataRow name={m.files_col_date()}>
          <Day at={file.created_at} />
        </MetadataRow>
        <MetadataRow name={m.file_type()}>
          {typeLabel(file.type)} <span className="text-muted">({file.mime_type})</span>
        </MetadataRow>
        <MetadataRow name={m.files_col_source()}>{sourceLabel(file.source_type)}</MetadataRow>
        <MetadataRow name={m.files_col_size()}>{byteSize(file.size)}</MetadataRow>
        {file.page_count !== null && file.type !== 'image' && (
          <MetadataRow name={m.file_pages()}>{file.page_count.toLocaleString(getLocale())}</MetadataRow>
        )}
        {file.width !== null && file.height !== null && (
          <MetadataRow name={m.file_dimensions()}>
            {m.file_pixels({ width: file.width, height: file.height })}
          </MetadataRow>
        )}
        <MetadataRow name={m.files_col_id()}>{file.id}</MetadataRow>
      </dl>
    </>
  )
}

const MetadataRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
  </>
)

function ProcessAgain({ file }: { file: StoredFile }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => processFileAgain({ data: { id: file.id } }),
    onSuccess: (next) => {
      queryClient.setQueryData(fileQuery(file.id).queryKey, next)
      queryClient.removeQueries({ queryKey: ['file-content', file.id] })
      void refreshFiles(queryClient)
    },
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <Button size="sm" className="mt-2" busy={isPending} onClick={() => mutate()}>
      {!isPending && <RotateCw aria-hidden className="size-4" />}
      {m.try_again()}
    </Button>
  )
}
