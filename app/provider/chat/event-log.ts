import type { AnswerEvent, AnswerInfo, Attachment, Reference } from '~/contract/chat.ts'
import { eventText, oneLine } from './sse.ts'
import type { Outcome, RunRecord } from './task.ts'

/** An event that has no id yet. */
export type NewEvent = AnswerEvent extends infer E ? (E extends { id: number } ? Omit<E, 'id'> : never) : never

/** An answer as its events tell it so far. */
export interface AnswerSoFar {
  text: string
  references: Reference[]
  attachments: Attachment[]
  info: AnswerInfo | undefined
}

/** An event as it is stored: its data is JSON. */
type Row = { id: number; event: string; data: string }

/** The latest events, which readers who keep up take from memory; as many as one who is a little late may need. */
const remembered = 64
/** The ids that are left out behind an interruption: more than the events that a reader can have had of those not stored. */
const lostAtMost = 1_000

/**
 * The events of one answer and the state of its run, in the SQLite of the answer's object. Events are stored several at
 * a time, when whoever writes them says so: no reader waits for the disk, and a write to it costs more than all else that is
 * done for an event. All else is on its way to the disk when a method returns.
 */
export class EventLog {
  /** What this instance has written last, the last one last. */
  private readonly latest: Row[] = []
  /** What is not stored yet; always among the latest. */
  private fresh: Row[] = []
  private lastId: number | undefined
  private isClosed: boolean | undefined

  constructor(private readonly storage: DurableObjectStorage) {}

  /** Begins the log of a run, unless there is one already; says whether it did. */
  open(record: RunRecord): boolean {
    if (this.record()) return false
    this.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, event TEXT NOT NULL, data TEXT NOT NULL)',
    )
    this.storage.kv.put('record', record)
    return true
  }

  record(): RunRecord | undefined {
    return this.storage.kv.get<RunRecord>('record')
  }

  /** Readers have it at once; it is stored with the next `store`. */
  append({ event, data }: NewEvent) {
    const row = { id: this.last() + 1, event, data: oneLine(data) }
    this.lastId = row.id
    if (this.latest.push(row) > remembered) this.latest.shift()
    this.fresh.push(row)
    if (this.fresh.length === remembered) this.store()
  }

  /** Stores what is not stored yet. */
  store() {
    for (const { id, event, data } of this.fresh) {
      this.storage.sql.exec('INSERT INTO events (id, event, data) VALUES (?, ?, ?)', id, event, data)
    }
    this.fresh = []
  }

  /** The id of the last event; 0 where there is none. */
  last(): number {
    this.lastId ??= this.storage.sql
      .exec<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM events')
      .one().last
    return this.lastId
  }

  /** The events behind `after`, at most `limit`, as a stream has them; and the id of the last. */
  texts(after: number, limit: number): { text: string; last: number } {
    const rows = this.remembers(after) ? this.latest.filter(({ id }) => id > after) : this.rows(after, limit)
    const text = rows.map(({ id, event, data }) => eventText(id, event, data)).join('')
    return { text, last: rows.at(-1)?.id ?? after }
  }

  /** Whether all events behind `after` are in memory. */
  private remembers(after: number): boolean {
    const oldest = this.latest[0]
    return oldest !== undefined && after >= oldest.id - 1
  }

  private rows(after: number, limit = -1): Row[] {
    this.store()
    return this.storage.sql
      .exec<Row>('SELECT id, event, data FROM events WHERE id > ? ORDER BY id LIMIT ?', after, limit)
      .toArray()
  }

  /** Settles how the run ends; the first outcome stands, whatever comes after. */
  decide(outcome: Outcome): Outcome {
    const decided = this.storage.kv.get<Outcome>('outcome')
    if (!decided) this.storage.kv.put('outcome', outcome)
    return decided ?? outcome
  }

  /**
   * Goes on behind an instance that was killed: readers may have had events of it that never reached the disk, and what
   * follows has to have greater ids than those.
   */
  goOn() {
    this.lastId = this.last() + lostAtMost
  }

  /** Writes the last events, all or none of them. */
  close(events: NewEvent[]) {
    this.storage.transactionSync(() => {
      for (const event of events) this.append(event)
      this.store()
      this.storage.kv.put('closed', true)
    })
    this.isClosed = true
  }

  /** Whether the last event is there. */
  closed(): boolean {
    this.isClosed ??= this.storage.kv.get<boolean>('closed') ?? false
    return this.isClosed
  }

  markSaved() {
    this.storage.kv.put('saved', true)
  }

  /** Whether the database has the answer and its audit. */
  saved(): boolean {
    return this.storage.kv.get<boolean>('saved') ?? false
  }

  /** The events behind the answer's last words: how it ended. */
  closing(): NewEvent[] {
    this.store()
    return this.storage.sql
      .exec<Row>("SELECT * FROM events WHERE id > (SELECT coalesce(max(id), 0) FROM events WHERE event = 'data')")
      .toArray()
      .map(({ event, data }) => ({ event, data: JSON.parse(data) }) as NewEvent)
  }

  /** Says that all of it is to go as soon as the database has what it needs. */
  markForgotten() {
    this.storage.kv.put('forgotten', true)
  }

  isForgotten(): boolean {
    return this.storage.kv.get<boolean>('forgotten') ?? false
  }

  /** Leaves nothing of it. */
  async wipe(): Promise<void> {
    this.latest.length = this.fresh.length = 0
    this.lastId = this.isClosed = undefined
    await this.storage.deleteAll()
  }

  /** The answer as far as it was told. */
  answer(): AnswerSoFar {
    const answer: AnswerSoFar = { text: '', references: [], attachments: [], info: undefined }
    for (const row of this.rows(0)) {
      const data = JSON.parse(row.data) as AnswerEvent['data']
      if ('delta' in data) answer.text += data.delta
      if ('text' in data) answer.text = data.text
      if ('references' in data) answer.references = data.references
      if ('attachments' in data) answer.attachments = data.attachments
      if ('info' in data) answer.info = data.info
    }
    return answer
  }
}
