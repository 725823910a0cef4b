import type { EventLog, NewEvent } from './event-log.ts'

/** Milliseconds of a beat. Deltas of one beat are one event: a replay stays short, and the eye sees no difference. */
const beat = 80
/** Beats until events are stored, which costs more than all else that is done for them; what a killed machine takes at most. */
const storeEvery = 2
/** A row of the log has to stay well below SQLite's limit of 2 MB; in characters. */
const longestDelta = 100_000

/**
 * Writes events to the log. A delta is written at once, and those that follow it with the next beat. One clock does all that
 * waits: a timer for the first words would keep them from their readers longer than most of what is done for them.
 */
export class EventWriter {
  private pending = ''
  /** Whether deltas of this beat wait for its end. */
  private flows = false
  private beats = 0
  private readonly clock = setInterval(() => this.onBeat(), beat)

  /** `written` is called after each write. */
  constructor(
    private readonly log: Pick<EventLog, 'append' | 'store'>,
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
    if (!this.flows || this.pending.length > longestDelta) this.flush()
  }

  private onBeat() {
    const flowed = this.pending !== ''
    this.flush()
    this.flows = flowed
    if (++this.beats % storeEvery === 0) this.log.store()
  }

  /** Writes what waits to be merged. */
  private flush() {
    if (this.pending === '') return
    for (let start = 0; start < this.pending.length; start += longestDelta) {
      this.log.append({ event: 'data', data: { delta: this.pending.slice(start, start + longestDelta) } })
    }
    this.pending = ''
    this.flows = true
    this.written()
  }

  /** Writes what waits, and nothing afterwards. */
  end() {
    clearInterval(this.clock)
    this.flush()
  }
}
