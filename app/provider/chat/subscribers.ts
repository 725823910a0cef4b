import type { AnswerEvent } from '~/contract/chat.ts'
import { readerCame, readerLeft } from '~/provider/time/pace.ts'
import type { EventLog, NewEvent } from './event-log.ts'
import { eventBytes, heartbeat } from './sse.ts'

/** Milliseconds between two signs of life while nothing is said. */
const heartbeatInterval = 15_000
/** Events sent in one piece: a reader that joins late is not a burden to the others. */
const batch = 200

const encoder = new TextEncoder()

/**
 * Those who follow an answer. Each is a place in the log that moves on as its reader takes what is there: nothing is
 * lost, nothing comes twice, and a slow reader costs no memory.
 */
export class Subscribers {
  private readonly open = new Set<Subscriber>()
  private news = Promise.withResolvers<void>()
  private taken = Promise.withResolvers<void>()
  /** Heartbeats so far, and what makes them while somebody reads. */
  private beats = 0
  private clock: ReturnType<typeof setInterval> | undefined
  private closing: NewEvent[] | undefined
  /** What was read of the log last: most readers are at the same place. */
  private latest = { after: -1, last: -1, bytes: new Uint8Array() }

  /** `left` is called when the last reader goes away before the end. */
  constructor(
    private readonly log: Pick<EventLog, 'texts' | 'last' | 'closed'>,
    private readonly left: () => void,
  ) {}

  /** Wakes the readers who wait: there is something new in the log. Resolves when one of them has taken it. */
  notify(): Promise<void> {
    const { resolve } = this.news
    this.news = Promise.withResolvers<void>()
    resolve()
    return this.taken.promise
  }

  private tookSome() {
    const { resolve } = this.taken
    this.taken = Promise.withResolvers<void>()
    resolve()
  }

  /** Ends all with these events in place of what they have not read yet: the log is about to go. */
  close(events: NewEvent[]) {
    this.closing = events
    this.notify()
  }

  /** The event stream after the event `after`; it ends with the last event. An abort of the signal is a closed connection. */
  read(after: number, signal: AbortSignal): ReadableStream<Uint8Array> {
    // Not a stream made in JavaScript: those cost more than all else that is done for an event.
    const { readable, writable } = new IdentityTransformStream()
    const reader = { writer: writable.getWriter() }
    const leave = () => {
      if (this.remove(reader) && this.open.size === 0 && !this.log.closed()) this.left()
      if (this.open.size === 0) clearInterval(this.clock)
      this.notify()
    }
    if (this.open.size === 0) this.clock = setInterval(() => this.beat(), heartbeatInterval)
    this.open.add(reader)
    readerCame()
    signal.addEventListener('abort', leave)
    reader.writer.closed.catch(leave)
    this.write(reader, Math.min(after, this.log.last()))
      .catch(() => {})
      .finally(leave)
    return readable
  }

  /** Writes as fast as the reader takes it. */
  private async write(reader: Subscriber, after: number): Promise<void> {
    const { writer } = reader
    let place = after
    let beats = this.beats
    while (this.open.has(reader)) {
      if (this.closing) await writer.write(eventBytes(numbered(this.closing, place)))
      if (this.closing || this.atEnd(place)) {
        this.remove(reader)
        return writer.close()
      }
      if (place < this.log.last()) {
        const { bytes, last } = this.bytesAfter(place)
        place = last
        beats = this.beats
        await writer.write(bytes)
        this.tookSome()
      } else if (beats < this.beats) {
        beats = this.beats
        await writer.write(heartbeat)
      } else await this.news.promise
    }
  }

  private bytesAfter(after: number) {
    if (this.latest.after !== after || this.latest.last < this.log.last()) {
      const { text, last } = this.log.texts(after, batch)
      this.latest = { after, last, bytes: encoder.encode(text) }
    }
    return this.latest
  }

  /** Whether it was there. */
  private remove(reader: Subscriber): boolean {
    const was = this.open.delete(reader)
    if (was) readerLeft()
    return was
  }

  private atEnd(place: number): boolean {
    return this.log.closed() && place >= this.log.last()
  }

  private beat() {
    this.beats++
    this.notify()
  }
}

interface Subscriber {
  writer: WritableStreamDefaultWriter<Uint8Array>
}

const numbered = (events: NewEvent[], after: number) =>
  events.map((event, index) => ({ ...event, id: after + index + 1 }) as AnswerEvent)
