import { useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { hasCode } from '~/contract/errors.ts'
import { m } from '~/paraglide/messages'
import { toast } from '~/ui/toast.ts'
import { lazyPart } from '~/ui/retry-import.ts'
import { errorMessage } from '~/web/errors/message.ts'
import type { Source } from '~/viewer/protocol.ts'
import { downloadFile, downloadOrReport, reportDownloadFailure } from '../download.ts'
import { placeOf } from '../place.ts'
import { markDeleted } from '../deleted-files.ts'
import type { Elsewhere } from './preview-source.ts'
import { contentQuery, previewQuery } from '../queries.ts'

const PreviewOverlay = lazyPart(() => import('./preview-overlay.tsx'))

interface PreviewHostProps {
  /** The file that is open; none, no overlay. */
  fileId: number | undefined
  page: number | undefined
  onClose: () => void
}

/**
 * Loads what the preview of a file needs and shows it over the page. What has no preview of ours goes elsewhere, and what
 * cannot be opened is reported in a notice; both close it. The cited words stand in the address, after the `#`.
 */
export function PreviewHost({ fileId, page = 1, onClose }: PreviewHostProps) {
  const excerpt = useLocation({ select: ({ hash }) => placeOf(hash).words })
  const { data, error, refetch } = useQuery({ ...previewQuery(fileId ?? 0), enabled: fileId !== undefined })
  const state = data?.state ?? 'loading'
  const elsewhere = isElsewhere(state) ? state : undefined
  // What is being read stays, whatever becomes of asking for it again.
  const failure = data && state !== 'pending' ? null : error

  const queryClient = useQueryClient()
  const readText = (id: number): Promise<Source | null> =>
    queryClient.fetchQuery(contentQuery(id)).then(
      ({ pages }) => ({ kind: 'pages', pages }),
      () => null,
    )

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (fileId === undefined || !(failure || elsewhere)) return
    if (failure) tellFailure(fileId, failure)
    else if (elsewhere) void open(fileId, elsewhere)
    close()
  }, [fileId, failure, elsewhere])

  if (fileId === undefined || failure || isElsewhere(state)) return null
  return (
    <Suspense>
      <PreviewOverlay
        preview={{
          name: data?.file.name ?? '',
          page,
          ...(excerpt && { excerpt }),
          state: state === 'pending' ? 'loading' : state,
        }}
        onClose={onClose}
        onDownload={() => void downloadOrReport(fileId)}
        onRetry={() => refetch()}
        readText={() => readText(fileId)}
      />
    </Suspense>
  )
}

const isElsewhere = (state: unknown): state is Elsewhere =>
  typeof state === 'object' && state !== null && 'kind' in state && (state.kind === 'tab' || state.kind === 'download')

function tellFailure(id: number, error: Error) {
  const isGone = hasCode(error, 'does_not_exist')
  if (isGone) markDeleted([id])
  toast.error(isGone ? m.file_gone() : errorMessage(error))
}

async function open(id: number, to: Elsewhere) {
  if (to.kind === 'download') {
    await downloadFile(id).then(() => toast.success(m.file_downloaded()), reportDownloadFailure)
    return
  }
  const tab = window.open(to.url, '_blank')
  if (tab) tab.opener = null
  else toast.error(m.preview_tab_blocked())
}
