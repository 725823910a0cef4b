import type { AnswerEvent } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { answerEvents, idleTimeoutMs } from './answer-events.ts'
import { onReturn, type Reconnection } from './reconnection.ts'

/** Milliseconds without a byte after which a reader who comes back does not trust the connection: a heartbeat was missed. */
const doubtAfterMs = 20_000

interface StreamToFollow {
  /** Asks for the events with an id greater than this one; 0 for all. */
  open: (lastEventId: number, signal: AbortSignal) => Promise<Response>
  onEvent: (event: AnswerEvent) => void
  /** The connection is lost; another follows. */
  onLost: () => void
  /** Decides, after a failure, whether to try again; may wait for what makes that sensible. Throws to give up. */
  onFailure: (error: unknown) => void | Promise<void>
  reconnection: Reconnection
  /** Ends the pause before the next connection. */
  hurry: () => AbortSignal
  /** Ends it all, with its reason. */
  leave: AbortSignal
}

/**
 * Reads events until `done`, over as many connections as that takes: each event once and in order. A stream that ends
 * without `done` is a lost connection.
 */
export async function followStream(stream: StreamToFollow): Promise<void> {
  const { open, onEvent, onLost, onFailure, reconnection, hurry, leave } = stream
  let last = 0
  for (;;) {
    leave.throwIfAborted()
    const connection = new Connection(leave)
    try {
      const response = await open(last, connection.signal)
      const options = {
        signal: connection.signal,
        onBytes: () => connection.touch(),
        onRetry: (milliseconds: number) => reconnection.retryEvery(milliseconds),
      }
      connection.touch()
      for await (const event of answerEvents(response, options)) {
        if (event.id <= last) continue
        last = event.id
        reconnection.succeeded()
        onEvent(event)
        if (event.event === 'done') return
      }
    } catch (error) {
      leave.throwIfAborted()
      if (!connection.doubted) await onFailure(error)
    } finally {
      connection.end()
    }
    onLost()
    await reconnection.pause(hurry())
  }
}

/** Notices when a connection is likely to be dead, although nothing has said so. */
class Connection {
  /** It was given up because the reader has come back to it. */
  doubted = false
  private readonly abort = new AbortController()
  private lastByteAt = Date.now()
  private readonly stopListening: () => void
  private readonly openingTimer = setTimeout(() => this.abort.abort(new ApiError('service_timeout')), idleTimeoutMs)
  readonly signal: AbortSignal

  constructor(leave: AbortSignal) {
    this.signal = AbortSignal.any([this.abort.signal, leave])
    const doubt = () => {
      this.doubted = true
      this.abort.abort()
    }
    const stopListening = onReturn((how) => {
      // The network may be another one now, on which the old connection never ends.
      if (how === 'online' || Date.now() - this.lastByteAt > doubtAfterMs) doubt()
    })
    // The reader sees it at once; a connection that still worked is reopened a second later.
    addEventListener('offline', doubt)
    this.stopListening = () => {
      stopListening()
      removeEventListener('offline', doubt)
    }
  }

  touch() {
    clearTimeout(this.openingTimer)
    this.lastByteAt = Date.now()
  }

  end() {
    clearTimeout(this.openingTimer)
    this.stopListening()
    this.abort.abort()
  }
}
