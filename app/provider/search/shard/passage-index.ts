import { type Shelf, shelfOf } from '../shelves.ts'
import { type IndexForm, titleOf } from '../tokens.ts'

/** A passage with what its index row is made from. */
export interface IndexedPassage {
  id: number
  text: string
  file_name: string
  is_generated: number
}

/** An index of one form, as rankings read it. */
export interface PassageIndex {
  sql: SqlStorage
  /** The name of its FTS5 table. */
  table: string
  form: IndexForm
}

/** What is kept of the indexes: the version of the one that is searched, and of the one that is being built beside it. */
interface State {
  served: number
  building?: { version: number; after: number }
}

const stateKey = 'index'

/** Passages that one step of building writes. */
const step = 100

/**
 * The index of a shard's passages. Where the present form is another than that of the index, one of the present form is built
 * beside it, some passages at a time; the old one is searched until the new one is whole, and then dropped. What is written
 * meanwhile goes into both.
 */
export class PassageIndexes {
  private state: State

  /** @param forms the present one, then earlier ones that an index may still have; one that has none of them is built again unsearched */
  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly forms: IndexForm[],
  ) {
    const present = forms[0]!.version
    const { served = present, building } = storage.kv.get<State>(stateKey) ?? {}
    this.state = { served }
    storage.transactionSync(() => {
      if (building && building.version !== present) this.drop(building.version)
      this.create(present)
      if (served !== present) {
        this.state.building = building?.version === present ? building : { version: present, after: 0 }
      }
      this.save()
    })
  }

  /** The index that is searched. */
  get searched(): PassageIndex {
    const version = this.formOf(this.state.served) ? this.state.served : this.forms[0]!.version
    return { sql: this.storage.sql, table: tableOf(version), form: this.formOf(version)! }
  }

  get isBuilding(): boolean {
    return this.state.building !== undefined
  }

  /** Writes the rows of passages, in place of those that they had. */
  write(passages: IndexedPassage[]): void {
    for (const version of this.versions()) this.writeTo(version, passages)
  }

  /** Removes the rows of the passages that a query names by its column `id`. */
  remove(query: string, ...values: SqlStorageValue[]): void {
    for (const version of this.versions()) {
      this.storage.sql.exec(`DELETE FROM ${tableOf(version)} WHERE rowid IN (${query})`, ...values)
    }
  }

  /** Takes building one step further. */
  build(): void {
    const { building } = this.state
    if (!building) return
    this.storage.transactionSync(() => {
      const passages = this.storage.sql
        .exec<Row<IndexedPassage>>(
          `SELECT passages.id, passages.text, files.name AS file_name, files.is_generated
           FROM passages JOIN files ON files.id = passages.file_id WHERE passages.id > ? ORDER BY passages.id LIMIT ?`,
          building.after,
          step,
        )
        .toArray()
      this.writeTo(building.version, passages)
      const last = passages.at(-1)
      if (last) this.state.building = { ...building, after: last.id }
      else {
        this.drop(this.state.served)
        this.state = { served: building.version }
      }
      this.save()
    })
  }

  /** The versions that are written. */
  private versions(): number[] {
    const { served, building } = this.state
    return [...(this.formOf(served) ? [served] : []), ...(building ? [building.version] : [])]
  }

  private writeTo(version: number, passages: IndexedPassage[]): void {
    const { tokensOf } = this.formOf(version)!
    const titles = new Map<string, ReturnType<typeof titleOf>>()
    for (const { id, text, file_name, is_generated } of passages) {
      const title = titles.get(file_name) ?? titleOf(file_name)
      titles.set(file_name, title)
      const shelf: Shelf = shelfOf(is_generated === 1)
      this.storage.sql.exec(
        `INSERT OR REPLACE INTO ${tableOf(version)} (rowid, tokens) VALUES (?, ?)`,
        id,
        tokensOf(text, title, shelf),
      )
    }
  }

  private formOf = (version: number): IndexForm | undefined => this.forms.find((form) => form.version === version)

  /** Nothing but the passages' ids is wanted of a match: no text, no columns, no positions. */
  private create(version: number): void {
    this.storage.sql.exec(
      `CREATE VIRTUAL TABLE IF NOT EXISTS ${tableOf(version)} USING fts5 (
         tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
       )`,
    )
  }

  private drop(version: number): void {
    this.storage.sql.exec(`DROP TABLE IF EXISTS ${tableOf(version)}`)
  }

  private save(): void {
    this.storage.kv.put(stateKey, this.state)
  }
}

/** An interface as the storage's types want a row. */
type Row<T> = { [Key in keyof T]: T[Key] } & Record<string, SqlStorageValue>

const tableOf = (version: number) => `passages_index_${version}`
