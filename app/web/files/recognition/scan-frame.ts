import { type Failure, type Order, type Progress, readProgress } from '~/viewer/recognition/protocol.ts'

/** Text as it was recognised, page by page. */
export type RecognisedPages = Extract<Progress, { type: 'read' }>['pages']

/** No text was recognised, for a reason that can be shown. */
export class RecognitionFailure extends Error {
  override readonly name = 'RecognitionFailure'

  constructor(readonly reason: Failure) {
    super(`The text was not recognised: ${reason}`)
  }
}

/** Milliseconds: what the frame may take for a page that is hard to read on a slow machine, or to load over a slow line. */
const idleTimeoutMs = 5 * 60_000

export type ScanFrame = ReturnType<typeof openScanFrame>

/**
 * Opens the recogniser in a frame out of sight: as the viewer's, a sandbox without an origin, since what it reads may be
 * hostile. Closing the frame gives its memory back, some 200 MB.
 */
export function openScanFrame() {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.referrerPolicy = 'no-referrer'
  frame.src = '/viewer/recognise.html'
  // Not `hidden`: browsers may stop what has no place on the page at all.
  frame.className = 'sr-only'
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  let ready = false

  return {
    /**
     * Has one file read; one at a time. After a failure or an abort the frame is to be closed.
     * @throws RecognitionFailure, or the signal's reason
     */
    read: (order: Omit<Order, 'type'>, signal: AbortSignal, onPage: (page: number, pages: number) => void) =>
      new Promise<RecognisedPages>((resolve, reject) => {
        signal.throwIfAborted()
        const ended = new AbortController()
        const fail = (cause: unknown) => {
          ended.abort()
          reject(cause)
        }
        let idleTimer: ReturnType<typeof setTimeout>
        const touch = () => {
          clearTimeout(idleTimer)
          idleTimer = setTimeout(() => fail(new RecognitionFailure('unexpected')), idleTimeoutMs)
        }
        ended.signal.addEventListener('abort', () => clearTimeout(idleTimer))
        signal.addEventListener('abort', () => fail(signal.reason), { signal: ended.signal })

        // An opaque origin cannot be named as the target; the frame's policy keeps it from being led elsewhere.
        const send = () => frame.contentWindow!.postMessage({ ...order, type: 'recognise' } satisfies Order, '*')
        const receive = (event: MessageEvent) => {
          const progress = readProgress(event, frame.contentWindow)
          if (!progress) return
          touch()
          if (progress.type === 'ready') {
            ready = true
            send()
          } else if (progress.type === 'reading') onPage(progress.page, progress.pages)
          else if (progress.type === 'failed') fail(new RecognitionFailure(progress.reason))
          else {
            ended.abort()
            resolve(progress.pages)
          }
        }
        window.addEventListener('message', receive, { signal: ended.signal })
        touch()
        if (ready) send()
        else document.body.appendChild(frame)
      }),

    close: () => frame.remove(),
  }
}
