import { useRouterState } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { toast } from '~/ui/toast.ts'
import { errorMessage } from '~/web/errors/message.ts'
import { downloadFile } from './download.ts'
import { previewQuery } from './queries.ts'

const PreviewOverlay = lazy(() => import('./preview-overlay.tsx'))

export interface PreviewHostProps {
  /** The file that is open; none, no overlay. */
  fileId: number | undefined
  page: number | undefined
  onClose: () => void
}

/** Loads what the preview of a file needs and shows it over the page. The cited words travel in the history entry. */
export function PreviewHost({ fileId, page = 1, onClose }: PreviewHostProps) {
  const excerpt = useRouterState({ select: ({ location }) => location.state.excerpt })
  const { data, error, refetch } = useQuery({ ...previewQuery(fileId ?? 0), enabled: fileId !== undefined })
  if (fileId === undefined) return null

  return (
    <Suspense>
      <PreviewOverlay
        preview={{
          name: data?.file.name ?? '',
          page,
          ...(excerpt && { excerpt }),
          state: data?.state ?? (error ? { kind: 'failed', message: errorMessage(error) } : 'loading'),
        }}
        onClose={onClose}
        onDownload={() => downloadFile(fileId).catch((cause: unknown) => toast.error(errorMessage(cause)))}
        onRetry={() => refetch()}
      />
    </Suspense>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cited words that an opened preview highlights. */
    excerpt?: string
  }
}
