import type { EventLog, NewEvent } from './event-log.ts'

/** Milliseconds of a beat of the clock. */
const beat = 40
/** Beats until deltas that follow others are written, as one event: a replay stays short, and the eye sees no difference. */
const writeEvery = 2
/** Beats until the events of a flowing answer are stored: what is written in a second shares a row. */
const storeEvery = 25
/** A row of the log has to stay well below SQLite's limit of 2 MB; in characters. */
const longestDelta = 100_000

/**
 * Writes events to the log: a first delta at once, those that follow it a little later, together. All else than a flowing
 * answer is stored with the next beat, so that a machine that is killed takes no more. One clock does all that waits: a timer
 * for the first words would keep them from their readers longer than most of what is done for them.
 *
 * What is next is not to be asked for before readers have the first words: a read that has begun goes before what was just
 * written, and would make them 0.1 ms later.
 */
export class EventWriter {
  private pending = ''
  /** Whether deltas wait to be written together. */
  private flows = false
  /** Whether there are events, not of a flowing answer, that are not stored. */
  private isUrgent = false
  private beats = 0
  /** Ends the wait for the readers of first words. */
  private release: (() => void) | undefined
  private readonly clock = setInterval(() => this.onBeat(), beat)

  /** `written` is called after each write; it resolves when a reader has taken what was written. */
  constructor(
    private readonly log: Pick<EventLog, 'append' | 'store'>,
    private readonly written: () => Promise<void>,
  ) {}

  /** Gives a promise where it is worth waiting for before more is written. */
  write(event: NewEvent): Promise<void> | void {
    if (event.event === 'data' && 'delta' in event.data) return this.merge(event.data.delta)
    void this.flush()
    this.log.append(event)
    this.isUrgent = true
    void this.written()
  }

  private merge(delta: string): Promise<void> | void {
    this.pending += delta
    if (this.pending === '' || (this.flows && this.pending.length <= longestDelta)) return
    if (this.flows) return void this.flush()
    this.isUrgent = this.flows = true
    return this.atMostABeat(this.flush())
  }

  /** Readers who are slow, or are none, hold up no answer. */
  private atMostABeat(taken: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.release = resolve
    void taken.then(resolve)
    return promise
  }

  private onBeat() {
    this.beats++
    this.release?.()
    if (this.beats % writeEvery === 0) {
      this.flows = this.pending !== ''
      void this.flush()
    }
    if (this.isUrgent || this.beats % storeEvery === 0) {
      this.log.store()
      this.isUrgent = false
    }
  }

  /** Writes what waits to be merged. */
  private flush(): Promise<void> {
    if (this.pending === '') return Promise.resolve()
    for (let start = 0; start < this.pending.length; start += longestDelta) {
      this.log.append({ event: 'data', data: { delta: this.pending.slice(start, start + longestDelta) } })
    }
    this.pending = ''
    return this.written()
  }

  /** Writes what waits, and nothing afterwards. */
  end() {
    clearInterval(this.clock)
    void this.flush()
    this.release?.()
  }
}
