import { DurableObject } from 'cloudflare:workers'
import { countRows, dump, type Dumped, load, type Part, type Place, raise } from './dump.ts'

/** A part of what an object keeps. */
export interface ObjectPart extends Part {
  /** How many migrations its tables have had. */
  version: number
  /** Rows that were changed since it was loaded: where two parts differ, it has changed between them. */
  changes: number
  /** What it keeps beside its tables, as JSON; in the first part. */
  values?: string
}

/** What an object is given back. */
export interface Kept {
  lines: string
  values?: string | undefined
}

/** An object whose tables are kept in a backup (`provider/backup`). */
export abstract class StoredObject extends DurableObject<Env> {
  /** @see Dumped */
  protected readonly without: readonly string[] = ['migrations']
  protected readonly together: readonly string[] = []

  /** The next part of all that the object keeps; one call gives what is there at one moment. Of one that was erased, nothing. */
  async dump(place?: Place): Promise<ObjectPart> {
    const { kv, sql } = this.ctx.storage
    const isErased = sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").toArray().length === 0
    if (isErased) return { lines: '', version: 0, changes: 0 }
    const { version, changes } = sql
      .exec<{ version: number; changes: number }>(
        'SELECT (SELECT count(*) FROM migrations) AS version, total_changes() AS changes',
      )
      .one()
    const part = await dump(this.dumped(), place)
    return { ...part, version, changes, ...(!place && { values: JSON.stringify(Object.fromEntries(kv.list())) }) }
  }

  /** @see load */
  async load({ lines, values = '{}' }: Kept): Promise<number> {
    for (const [key, value] of Object.entries(JSON.parse(values) as object)) this.ctx.storage.kv.put(key, value)
    return load(this.dumped(), lines)
  }

  async countRows(): Promise<Record<string, number>> {
    return countRows(this.dumped())
  }

  /** Lets no id up to these be given again, by table. */
  protected raiseIds(ids: Record<string, number>): void {
    const { sql } = this.ctx.storage
    for (const [name, seq] of Object.entries(ids)) {
      for (const [statement, ...values] of raise({ name, seq })) sql.exec(statement, ...values)
    }
  }

  private dumped(): Dumped {
    const { sql } = this.ctx.storage
    return {
      run: (statements) => statements.map(([statement, ...values]) => sql.exec(statement, ...values).toArray()),
      without: this.without,
      together: this.together,
    }
  }
}
