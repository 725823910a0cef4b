import { DurableObject } from 'cloudflare:workers'
import { profileOf } from './profile-table.ts'
import { QueryRefused } from './query-refused.ts'
import { runQuery } from './run-query.ts'
import type { Cell, Column, Profile, QueryResult, Table } from './table.ts'

/** Milliseconds that tables are kept after they were last asked. */
const keptFor = 60 * 60 * 1000
/** What one statement may bind. */
const maxParameters = 95

/**
 * The tables of a conversation's files, in an SQLite of their own: queries reach nothing else, and what kills this object
 * takes nothing with it. It forgets them after an hour.
 */
export class AnalysisTables extends DurableObject<Env> {
  /** All that are loaded. */
  async tables(): Promise<Table[]> {
    await this.keep()
    return this.loaded()
  }

  /** Starts a table again; it can be asked once {@link publish} has named it. */
  async create(name: string, columns: Pick<Table['columns'][number], 'name' | 'kind'>[]): Promise<void> {
    await this.keep()
    const { sql } = this.ctx.storage
    this.ctx.storage.kv.put(
      'tables',
      this.loaded().filter((table) => table.name !== name),
    )
    sql.exec(`DROP TABLE IF EXISTS "${name}"`)
    sql.exec(
      `CREATE TABLE "${name}" (${columns.map((column) => `"${column.name}" ${sqlType[column.kind]}`).join(', ')})`,
    )
  }

  async insert(name: string, rows: Cell[][]): Promise<void> {
    const width = rows[0]?.length ?? 1
    const together = Math.max(1, Math.floor(maxParameters / width))
    this.ctx.storage.transactionSync(() => {
      for (let start = 0; start < rows.length; start += together) {
        const part = rows.slice(start, start + together)
        const places = part.map(() => `(${Array(width).fill('?').join(',')})`).join(',')
        this.ctx.storage.sql.exec(`INSERT INTO "${name}" VALUES ${places}`, ...part.flat())
      }
    })
  }

  /** What the columns of a filled table hold. */
  async profile(name: string, columns: Pick<Column, 'name' | 'kind'>[]): Promise<Profile[]> {
    return columns.map((column) => profileOf(this.ctx.storage.sql, name, column))
  }

  /** Lets tables be asked that are filled: those of one file at once, so that none of it is missing. */
  async publish(tables: Table[]): Promise<void> {
    this.ctx.storage.kv.put('tables', [...this.loaded(), ...tables])
  }

  /**
   * Runs one SELECT over the tables of these files. Whatever it would change is rolled back.
   *
   * @returns the rows, or why there are none, for whoever wrote the query
   */
  async query(written: string, fileIds: number[]): Promise<QueryResult | { refused: string }> {
    await this.keep()
    const tables = this.loaded().filter(({ file_id }) => fileIds.includes(file_id))
    let result: QueryResult | undefined
    try {
      this.ctx.storage.transactionSync(() => {
        result = runQuery(this.ctx.storage.sql, written, tables)
        throw new Done()
      })
    } catch (error) {
      if (error instanceof QueryRefused) return { refused: error.message }
      if (!(error instanceof Done)) throw error
    }
    return result!
  }

  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  override alarm(): Promise<void> {
    return this.forget()
  }

  private loaded = () => this.ctx.storage.kv.get<Table[]>('tables') ?? []

  private keep = () => this.ctx.storage.setAlarm(Date.now() + keptFor)
}

/** Ends a transaction that is not to be kept. */
class Done extends Error {}

const sqlType = { integer: 'INTEGER', real: 'REAL', date: 'TEXT', text: 'TEXT' } as const
