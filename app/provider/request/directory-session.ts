import type { Trips } from './trips.ts'

/** As D1 writes a bookmark. */
const bookmarkForm = /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/
const reads = /^\s*(SELECT|WITH)\b/i

/**
 * The directory, D1, for one request: a session, which a replica near the reader may answer, and which sees what it wrote
 * itself and what was written before its bookmark. Each statement, and each batch, is a trip.
 */
export class DirectorySession {
  readonly #session: D1DatabaseSession
  /** Whether the request has changed something, or tried to. */
  wrote = false

  /** @param bookmark of an earlier request; what is none is not used */
  constructor(
    database: D1Database,
    bookmark: string | undefined,
    private readonly trips: Trips,
  ) {
    this.#session = database.withSession(bookmark && bookmarkForm.test(bookmark) ? bookmark : 'first-unconstrained')
  }

  /** What a later request has to name in order to see all that this one has seen and written. */
  get bookmark(): string | null {
    return this.#session.getBookmark()
  }

  /** The session in the place of the binding: it prepares and sends statements, which is all that a request does. */
  binding(): D1Database {
    const prepared = new WeakMap<D1PreparedStatement, D1PreparedStatement>()
    const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
      const send = <Result>(run: () => Promise<Result>) => this.trips.take('directory', run)
      const wrapped = {
        bind: (...values: unknown[]) => counted(statement.bind(...values)),
        first: (...column: [string]) => send(() => statement.first(...column)),
        run: () => send(() => statement.run()),
        all: () => send(() => statement.all()),
        raw: (...options: []) => send(() => statement.raw(...options)),
      } as unknown as D1PreparedStatement
      prepared.set(wrapped, statement)
      return wrapped
    }
    return {
      prepare: (query: string) => {
        this.wrote ||= !reads.test(query)
        return counted(this.#session.prepare(query))
      },
      batch: (statements: D1PreparedStatement[]) =>
        this.trips.take('directory', () =>
          this.#session.batch(statements.map((statement) => prepared.get(statement) ?? statement)),
        ),
    } as unknown as D1Database
  }
}
