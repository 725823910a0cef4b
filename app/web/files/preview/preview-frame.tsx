import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type Report, type Show, readReport } from '~/viewer/protocol.ts'

/** The viewer's own scripts come from this site; longer means that they do not come at all. */
const startLimit = 20_000

interface PreviewFrameProps {
  frameRef: RefObject<HTMLIFrameElement | null>
  title: string
  /** Null while it is not known yet; the viewer starts up meanwhile. A new object is shown in the place of the last. */
  show: Show | null
  onReport: (report: Report) => void
}

/** The document viewer in its sandbox: scripts of its own, no origin, no way to this page but messages. */
export function PreviewFrame({ frameRef, title, show, onReport }: PreviewFrameProps) {
  const [ready, setReady] = useState(false)
  const report = useEffectEvent(onReport)

  useEffect(() => {
    const receive = (event: MessageEvent) => {
      const message = readReport(event, frameRef.current?.contentWindow ?? null)
      if (message?.type === 'ready') setReady(true)
      if (message) report(message)
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [frameRef])

  useEffect(() => {
    if (ready) return
    const timer = setTimeout(() => report({ type: 'failed', reason: 'unreachable' }), startLimit)
    return () => clearTimeout(timer)
  }, [ready])

  useEffect(() => {
    // An opaque origin cannot be named as the target; the viewer's policy keeps its frame from being led elsewhere.
    if (ready && show) frameRef.current?.contentWindow?.postMessage(show, '*')
  }, [ready, show, frameRef])

  return (
    <iframe
      ref={frameRef}
      title={title}
      src="/viewer/"
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      className="absolute inset-0 size-full border-0"
    />
  )
}

/**
 * Another party's viewer (`OFFICE_VIEWER_URL`): it runs as what its own origin is, and can neither lead this page elsewhere
 * nor learn its address.
 */
export const OfficeFrame = ({ title, url }: { title: string; url: string }) => (
  <iframe
    title={title}
    src={url}
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own origin could undo it with these two
    sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
    referrerPolicy="no-referrer"
    className="absolute inset-0 size-full border-0"
  />
)
