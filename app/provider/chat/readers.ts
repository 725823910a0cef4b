import type { EventLog } from './event-log.ts'
import { eventBytes, heartbeat } from './sse.ts'

/** Milliseconds between two signs of life while nothing is said. */
const heartbeatInterval = 15_000
/** Events sent in one piece: a reader that joins late is not a burden to the others. */
const batch = 200

/**
 * Those who read an answer. Each is a place in the log that moves on as its reader takes what is there: nothing is
 * lost, nothing comes twice, and a slow reader costs no memory.
 */
export class Readers {
  private readonly open = new Set<object>()
  private news = Promise.withResolvers<void>()
  private published = 0

  /** `left` is called when the last reader goes away before the end. */
  constructor(
    private readonly log: Pick<EventLog, 'between' | 'last' | 'closed'>,
    private readonly left: () => void,
  ) {}

  /** Lets readers see the events up to this id; those are on disk. */
  publish(last: number) {
    this.published = Math.max(this.published, last)
    const { resolve } = this.news
    this.news = Promise.withResolvers<void>()
    resolve()
  }

  /** The event stream behind the event `after`; it ends behind the last event. An abort of the signal is a closed connection. */
  read(after: number, signal: AbortSignal): ReadableStream<Uint8Array> {
    let place = Math.min(after, this.log.last())
    const reader = {}
    const leave = () => {
      if (this.open.delete(reader) && this.open.size === 0 && !this.log.closed()) this.left()
    }
    this.open.add(reader)
    signal.addEventListener('abort', leave)

    return new ReadableStream<Uint8Array>(
      {
        // A pull has to bring something: one that does not is not called again.
        pull: async (controller) => {
          for (;;) {
            const events = this.log.between(place, this.published, batch)
            place = events.at(-1)?.id ?? place
            if (events.length > 0) controller.enqueue(eventBytes(events))
            if (this.atEnd(place)) {
              this.open.delete(reader)
              return controller.close()
            }
            if (events.length > 0) return
            const heard = await this.newsWithin(heartbeatInterval)
            if (!this.open.has(reader)) return
            if (!heard) return controller.enqueue(heartbeat)
          }
        },
        cancel: leave,
      },
      { highWaterMark: 0 },
    )
  }

  private atEnd(place: number): boolean {
    return this.log.closed() && place >= this.log.last()
  }

  private async newsWithin(milliseconds: number): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), milliseconds)
    })
    const heard = await Promise.race([this.news.promise.then(() => true), silence])
    clearTimeout(timer)
    return heard
  }
}
