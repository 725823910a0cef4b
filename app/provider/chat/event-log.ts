import type { AnswerEvent, AnswerInfo, Attachment, Reference } from '~/contract/chat.ts'
import { eventText, oneLine } from './sse.ts'

/** An event that has no id yet. */
export type NewEvent = AnswerEvent extends infer E ? (E extends { id: number } ? Omit<E, 'id'> : never) : never

/** An answer as its events tell it so far. */
export interface AnswerSoFar {
  text: string
  sources: Reference[]
  attachments: Attachment[]
  info: AnswerInfo | undefined
}

/** An event as it is stored: its data is JSON. */
type Row = { id: number; event: string; data: string }

/** In the place of an event's name: the row has several, as JSON, and the id of the last. */
const several = 'several'
/** Characters of the events that share a row, which has to stay well below SQLite's limit of 2 MB. */
const longestRow = 100_000

/** The latest events, which readers who keep up take from memory; as many as one who is a little late may need. */
const remembered = 64

/**
 * The events of one answer. They are stored several at a time, when whoever writes them says so: no reader waits for the disk,
 * and a write to it costs more than all else that is done for an event. What is stored at a time shares a row, since the platform
 * takes its price for each row that is written, and once more when it goes.
 */
export class EventLog {
  /** What this instance has written last, the last one last. */
  private readonly latest: Row[] = []
  /** What is not stored yet; always among the latest. */
  private fresh: Row[] = []
  private lastId: number | undefined
  private isClosed: boolean | undefined

  constructor(
    private readonly sql: SqlStorage,
    private readonly answerId: number,
  ) {}

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
    let together: Row[] = []
    let size = 0
    for (const row of this.fresh) {
      size += row.data.length
      if (size > longestRow) {
        this.insert(together)
        together = []
        size = row.data.length
      }
      together.push(row)
    }
    this.insert(together)
    this.fresh = []
  }

  private insert(rows: Row[]) {
    const last = rows.at(-1)
    if (!last) return
    const { event, data } = rows.length === 1 ? last : { event: several, data: JSON.stringify(rows) }
    this.sql.exec(
      'INSERT INTO events (answer_id, id, event, data) VALUES (?, ?, ?, ?)',
      this.answerId,
      last.id,
      event,
      data,
    )
  }

  /** The id of the last event; 0 where there is none. */
  last(): number {
    this.lastId ??= this.sql
      .exec<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM events WHERE answer_id = ?', this.answerId)
      .one().last
    return this.lastId
  }

  /** The events after the one with the id `after`, those of `limit` rows at most, as a stream has them; and the id of the last. */
  texts(after: number, limit: number): { text: string; last: number } {
    const rows = this.remembers(after) ? this.latest.filter(({ id }) => id > after) : this.rows(after, limit)
    const text = rows.map(({ id, event, data }) => eventText(id, event, data)).join('')
    return { text, last: rows.at(-1)?.id ?? after }
  }

  /** Whether all events after this one are in memory. */
  private remembers(after: number): boolean {
    const oldest = this.latest[0]
    return oldest !== undefined && after >= oldest.id - 1
  }

  private rows(after: number, limit = -1): Row[] {
    this.store()
    return this.sql
      .exec<Row>(
        'SELECT id, event, data FROM events WHERE answer_id = ? AND id > ? ORDER BY id LIMIT ?',
        this.answerId,
        after,
        limit,
      )
      .toArray()
      .flatMap(eventsIn)
      .filter(({ id }) => id > after)
  }

  /** Forgets all events. */
  forget() {
    this.sql.exec('DELETE FROM events WHERE answer_id = ?', this.answerId)
  }

  /** Writes the last events, and stores them. */
  close(events: NewEvent[]) {
    for (const event of events) this.append(event)
    this.store()
    this.isClosed = true
  }

  /** Whether the last event is there. */
  closed(): boolean {
    this.isClosed ??= this.sql
      .exec<Row>('SELECT id, event, data FROM events WHERE answer_id = ? ORDER BY id DESC LIMIT 1', this.answerId)
      .toArray()
      .flatMap(eventsIn)
      .some(({ event }) => event === 'done')
    return this.isClosed
  }

  /** The answer as far as it was told. */
  answer(): AnswerSoFar {
    const answer: AnswerSoFar = { text: '', sources: [], attachments: [], info: undefined }
    for (const row of this.rows(0)) {
      const data = JSON.parse(row.data) as AnswerEvent['data']
      if ('delta' in data) answer.text += data.delta
      if ('text' in data) answer.text = data.text
      if ('references' in data) answer.sources = data.references
      if ('attachments' in data) answer.attachments = data.attachments
      if ('info' in data) answer.info = data.info
    }
    return answer
  }
}

const eventsIn = (row: Row): Row[] => (row.event === several ? (JSON.parse(row.data) as Row[]) : [row])
