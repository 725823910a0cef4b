import type { EventLog, NewEvent } from './event-log.ts'

/** Deltas that come within this many milliseconds are one event: a replay stays short, and the eye sees no difference. */
const mergeTime = 80
/** A row of the log has to stay well below SQLite's limit of 2 MB; in characters. */
const longestDelta = 100_000

/** Writes events to the log. Neighbouring deltas are merged; the first is written at once. */
export class EventWriter {
  private pending = ''
  private timer: ReturnType<typeof setTimeout> | undefined

  /** `written` is called after each write. */
  constructor(
    private readonly log: Pick<EventLog, 'append'>,
    private readonly written: () => void,
  ) {}

  write(event: NewEvent) {
    if (event.event === 'data' && 'delta' in event.data) return this.merge(event.data.delta)
    this.flush()
    this.log.append(event)
    this.written()
  }

  private merge(delta: string) {
    this.pending += delta
    if (this.timer === undefined) this.flushAndWait()
    else if (this.pending.length > longestDelta) this.flush()
  }

  /** Writes what waits, and then nothing until the time to merge is over; then the answer `flows`, or the next is a first one. */
  private flushAndWait(flows = false) {
    this.timer = undefined
    if (this.pending === '') return
    this.flush(flows)
    this.timer = setTimeout(() => this.flushAndWait(true), mergeTime)
  }

  /** Writes what waits to be merged. */
  private flush(flows = false) {
    if (this.pending === '') return
    for (let start = 0; start < this.pending.length; start += longestDelta) {
      this.log.append({ event: 'data', data: { delta: this.pending.slice(start, start + longestDelta) } }, flows)
    }
    this.pending = ''
    this.written()
  }

  /** Writes what waits, and nothing afterwards by itself. */
  end() {
    clearTimeout(this.timer)
    this.timer = undefined
    this.flush()
  }
}
