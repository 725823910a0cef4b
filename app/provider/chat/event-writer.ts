import { pace } from '~/provider/time/pace.ts'
import type { EventLog, NewEvent } from './event-log.ts'

/** Milliseconds until the deltas of a flowing answer are stored: what is written in a second shares a row. */
const storeEvery = 1000
/** Milliseconds of silence after which words are as eagerly waited for as the first ones. */
const silence = 1000
/** A row of the log has to stay well below SQLite's limit of 2 MB; in characters. */
const longestDelta = 100_000

/**
 * Writes events to the log: a first delta at once, those that follow it at a pace, what came in between together. All else than
 * deltas is stored with the next beat, so that a machine that is killed takes no more. One clock does all that waits: a timer
 * for the first words would keep them from their readers longer than most of what is done for them.
 *
 * What is next is not to be asked for before readers have the first words: a read that has begun goes before what was just
 * written, and would make them 0.1 ms later.
 */
export class EventWriter {
  private pending = ''
  /** When deltas were written last, and when events were stored last, in milliseconds since 1970. */
  private writtenAt = -Infinity
  private storedAt = Date.now()
  /** Whether there are events other than deltas that are not stored. */
  private isUrgent = false
  /** Ends the wait for the readers of first words. */
  private release: (() => void) | undefined
  private beat = pace()
  private clock = setInterval(() => this.onBeat(), this.beat)

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
    const since = Date.now() - this.writtenAt
    if (this.pending === '' || (since < this.beat && this.pending.length <= longestDelta)) return
    if (since < silence) return void this.flush()
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
    const now = Date.now()
    this.release?.()
    // A beat later would be two paces for what came right behind a write.
    if (now - this.writtenAt >= this.beat / 2) void this.flush()
    if (this.isUrgent || now - this.storedAt >= storeEvery) {
      this.log.store()
      this.storedAt = now
      this.isUrgent = false
    }
    if (this.beat !== pace()) this.keepPace()
  }

  private keepPace() {
    this.beat = pace()
    clearInterval(this.clock)
    this.clock = setInterval(() => this.onBeat(), this.beat)
  }

  /** Writes what waits to be merged. */
  private flush(): Promise<void> {
    if (this.pending === '') return Promise.resolve()
    for (let start = 0; start < this.pending.length; start += longestDelta) {
      this.log.append({ event: 'data', data: { delta: this.pending.slice(start, start + longestDelta) } })
    }
    this.pending = ''
    this.writtenAt = Date.now()
    return this.written()
  }

  /** Writes what waits, and nothing afterwards. */
  end() {
    clearInterval(this.clock)
    void this.flush()
    this.release?.()
  }
}
