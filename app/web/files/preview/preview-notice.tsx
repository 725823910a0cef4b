import { Download, FileX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { m } from '~/paraglide/messages'
import { Button } from '~/ui/button.tsx'

interface PreviewNoticeProps {
  title: string
  detail: string
  onDownload: () => void
  /** Given where trying again may help. */
  onRetry?: () => Promise<void>
}

/** Stands in the place of a document that cannot be shown, with the ways out. */
export function PreviewNotice({ title, detail, onDownload, onRetry }: PreviewNoticeProps) {
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-1.5 bg-canvas p-6 text-center"
    >
      <FileX aria-hidden className="mb-3 size-10 text-faint" strokeWidth={1.5} />
      <p className="font-semibold text-balance">{title}</p>
      <p className="max-w-sm text-sm text-balance text-muted [word-break:auto-phrase]">{detail}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {onRetry && <RetryButton onRetry={onRetry} />}
        <Button variant="primary" onClick={onDownload}>
          <Download aria-hidden className="size-4" />
          {m.preview_download()}
        </Button>
      </div>
    </div>
  )
}

function RetryButton({ onRetry }: { onRetry: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const retry = () => {
    setBusy(true)
    void onRetry().finally(() => setBusy(false))
  }
  return (
    <Button variant="secondary" busy={busy} onClick={retry}>
      {!busy && <RotateCw aria-hidden className="size-4" />}
      {m.preview_retry()}
    </Button>
  )
}
