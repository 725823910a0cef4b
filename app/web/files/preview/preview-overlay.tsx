import { Dialog } from '@base-ui/react/dialog'
import { Download, X } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { m } from '~/paraglide/messages'
import { getLocale } from '~/paraglide/runtime'
import { IconButton } from '~/ui/button.tsx'
import { Loader } from '~/ui/loader.tsx'
import type { FailureReason, Report, Show, Source } from '~/viewer/protocol.ts'
import { OfficeFrame, PreviewFrame } from './preview-frame.tsx'
import { PreviewNotice } from './preview-notice.tsx'

interface Preview {
  /** The file's name; empty while it is not known. */
  name: string
  /** The page to open at. */
  page: number
  /** The cited words, highlighted on that page. */
  excerpt?: string
  /** A source must stay the same object while it is the same document: another object is loaded again. */
  state: 'loading' | 'unsupported' | Source | { kind: 'office'; url: string }
}

interface PreviewOverlayProps {
  preview: Preview
  onClose: () => void
  onDownload: () => void
  /** Fetches the preview again, with a fresh address. */
  onRetry: () => void | Promise<unknown>
  /** The text that was read from the file, which is shown where its layout cannot be; null where there is none. */
  readText: () => Promise<Source | null>
}

/** How far the viewer has come with one document. */
interface Progress {
  show: Show | null
  pages?: number
  page?: number
  failure?: FailureReason
}

/** Covers the page with a document, opened at its cited page; Escape and the close button end it. */
export default function PreviewOverlay({ preview, onClose, onDownload, onRetry, readText }: PreviewOverlayProps) {
  const { name, page, excerpt, state } = preview
  const popup = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [last, setLast] = useState<Progress>({ show: null })

  const [text, setText] = useState<{ of: Source; source: Source }>()
  const given = typeof state === 'object' && state.kind !== 'office' ? state : null
  const source = text && text.of === given ? text.source : given
  const show = useMemo<Show | null>(
    () =>
      source && {
        type: 'show',
        source,
        name,
        page,
        ...(excerpt && { excerpt }),
        language: getLocale(),
        theme: theme(),
      },
    [source, name, page, excerpt],
  )
  const progress = last.show === show ? last : { show }
  const failure = progress.failure && reasons[progress.failure]()

  function receive(report: Report) {
    if (report.type === 'close') return onClose()
    if (report.type === 'ready') return
    if (report.type === 'failed') return void fail(report.reason)
    const { type, ...news } = report
    setLast((before) => ({ ...(before.show === show && before), show, ...news }))
    // The keys that page and zoom belong to the document, unless the reader is already at a button.
    if (type === 'shown' && document.activeElement === popup.current) frame.current?.focus()
  }

  async function fail(reason: FailureReason) {
    const instead = source && hasLayout(source) && reason !== 'unreachable' ? await readText() : null
    if (source && instead) setText({ of: source, source: instead })
    else setLast((before) => ({ ...(before.show === show && before), show, failure: reason }))
  }

  async function retry() {
    await onRetry()
    setLast({ show: null })
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 animate-fade-in bg-scrim" />
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          className="fixed inset-0 z-40 flex animate-fade-in flex-col overflow-hidden bg-surface outline-none sm:inset-4 sm:rounded-lg sm:shadow-overlay"
        >
          <header className="flex h-14 shrink-0 items-center gap-1 border-b border-line pr-2 pl-4 sm:pl-5">
            <div className="mr-auto flex min-w-0 items-baseline gap-3">
              <Dialog.Title className="truncate text-[15px] font-semibold" title={name}>
                {name}
              </Dialog.Title>
              <PagePosition page={progress.page ?? page} pages={progress.pages} />
            </div>
            <IconButton label={m.preview_download()} onClick={onDownload}>
              <Download aria-hidden />
            </IconButton>
            <IconButton label={m.preview_close()} onClick={onClose}>
              <X aria-hidden />
            </IconButton>
          </header>

          <div className="relative grow bg-canvas">
            {state === 'unsupported' ? (
              <PreviewNotice
                title={m.preview_unsupported()}
                detail={m.preview_unsupported_hint()}
                onDownload={onDownload}
              />
            ) : failure ? (
              <PreviewNotice title={m.preview_failed()} detail={failure} onDownload={onDownload} onRetry={retry} />
            ) : typeof state === 'object' && state.kind === 'office' ? (
              <OfficeFrame title={name} url={state.url} />
            ) : (
              <>
                <PreviewFrame frameRef={frame} title={name} show={show} onReport={receive} />
                {!progress.pages && (
                  <div className="absolute inset-0 bg-canvas">
                    <Loader />
                  </div>
                )}
              </>
            )}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** What is drawn with its layout, by a renderer that may not know all that a file can hold. */
const hasLayout = ({ kind }: Source) => kind === 'docx' || kind === 'pptx' || kind === 'workbook'

/** Where the reader is; nothing for a document of one page. */
function PagePosition({ page, pages }: { page: number; pages: number | undefined }) {
  if (!pages || pages === 1) return null
  return <p className="shrink-0 text-[13px] text-muted tabular-nums">{m.preview_page_of({ page, pages })}</p>
}

const reasons: Record<FailureReason, () => string> = {
  unreachable: m.preview_failed_unreachable,
  damaged: m.preview_failed_damaged,
  encrypted: m.preview_failed_encrypted,
  too_large: m.preview_failed_too_large,
}

/** The frame cannot see which colours this page was given. */
function theme(): Show['theme'] {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return scheme === 'light' || scheme === 'dark' ? scheme : 'system'
}
