import type { AnswerEvent, AnswerInfo, Attachment, Reference } from '~/contract/chat.ts'
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

/**
 * The events of one answer and the state of its run, in the SQLite of the answer's object.
 * Ids are the rows', from 1 without gaps. All methods are synchronous: what they have done is one write.
 */
export class EventLog {
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
    this.storage.sql.exec('INSERT INTO events (event, data) VALUES (?, ?)', event, JSON.stringify(data))
  }

  /** The id of the last event; 0 where there is none. */
  last(): number {
    return this.storage.sql.exec<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM events').one().last
  }

  /** The events behind `after` up to and with `until`, at most `limit`. */
  between(after: number, until: number, limit: number): AnswerEvent[] {
    return this.storage.sql
      .exec<{ id: number; event: string; data: string }>(
        'SELECT id, event, data FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?',
        after,
        until,
        limit,
      )
      .toArray()
      .map(({ id, event, data }) => ({ id, event, data: JSON.parse(data) }) as AnswerEvent)
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
  }

  /** Whether the last event is there. */
  closed(): boolean {
    return this.storage.kv.get<boolean>('closed') ?? false
  }

  markSaved() {
    this.storage.kv.put('saved', true)
  }

  /** Whether the database has the answer. */
  saved(): boolean {
    return this.storage.kv.get<boolean>('saved') ?? false
  }

  /** The answer as far as it was told. */
  answer(): AnswerSoFar {
    const answer: AnswerSoFar = { text: '', references: [], attachments: [], info: undefined }
    for (const { data } of this.between(0, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)) {
      if ('delta' in data) answer.text += data.delta
      if ('text' in data) answer.text = data.text
      if ('references' in data) answer.references = data.references
      if ('attachments' in data) answer.attachments = data.attachments
      if ('info' in data) answer.info = data.info
    }
    return answer
  }
}
