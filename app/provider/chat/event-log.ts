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

/** The latest events, which readers who keep up take from memory; as many as one who is a little late may need. */
const remembered = 64

/**
 * The events of one answer and the state of its run, in the SQLite of the answer's object.
 * Ids are the rows', from 1 without gaps. All methods are synchronous: what they have done is one write.
 */
export class EventLog {
  /** The texts of the latest events as a stream has them, the last one last; none before this instance has written. */
  private readonly latest: string[] = []
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

  append({ event, data }: NewEvent) {
    const id = this.last() + 1
    const json = oneLine(data)
    this.storage.sql.exec('INSERT INTO events (id, event, data) VALUES (?, ?, ?)', id, event, json)
    this.lastId = id
    if (this.latest.push(eventText(id, event, json)) > remembered) this.latest.shift()
  }

  /** The id of the last event; 0 where there is none. */
  last(): number {
    this.lastId ??= this.storage.sql
      .exec<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM events')
      .one().last
    return this.lastId
  }

  /** The events behind `after` up to and with `until`, at most `limit`, as a stream has them; and the id of the last. */
  texts(after: number, until: number, limit: number): { text: string; last: number } {
    const last = Math.min(until, after + limit)
    const known = this.last() - this.latest.length
    if (after >= known) return { text: this.latest.slice(after - known, last - known).join(''), last }
    const text = this.rows(after, last)
      .map(({ id, event, data }) => eventText(id, event, data))
      .join('')
    return { text, last }
  }

  private rows(after: number, until: number) {
    return this.storage.sql
      .exec<{ id: number; event: string; data: string }>(
        'SELECT id, event, data FROM events WHERE id > ? AND id <= ? ORDER BY id',
        after,
        until,
      )
      .toArray()
  }

  /** Settles how the run ends; the first outcome stands, whatever comes after. */
  decide(outcome: Outcome): Outcome {
    const decided = this.storage.kv.get<Outcome>('outcome')
    if (!decided) this.storage.kv.put('outcome', outcome)
    return decided ?? outcome
  }

  outcome(): Outcome | undefined {
    return this.storage.kv.get<Outcome>('outcome')
  }

  /** Writes the last events, all or none of them. */
  close(events: NewEvent[]) {
    this.storage.transactionSync(() => {
      for (const event of events) this.append(event)
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

  /** Whether the database has the answer. */
  saved(): boolean {
    return this.storage.kv.get<boolean>('saved') ?? false
  }

  /** Leaves nothing of it. */
  async wipe(): Promise<void> {
    this.latest.length = 0
    this.lastId = this.isClosed = undefined
    await this.storage.deleteAll()
  }

  /** The answer as far as it was told. */
  answer(): AnswerSoFar {
    const answer: AnswerSoFar = { text: '', references: [], attachments: [], info: undefined }
    for (const row of this.rows(0, Number.MAX_SAFE_INTEGER)) {
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
