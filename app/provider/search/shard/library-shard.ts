import { DurableObject } from 'cloudflare:workers'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { prepareTables } from '~/provider/objects/tables.ts'
import { passageColumns, type ShardPassage } from '../passage.ts'
import { passagesOf } from '../passages.ts'
import type { QueryTerm } from '../query-terms.ts'
import { rankPassages } from '../rank-passages.ts'
import type { Shelf } from '../shelves.ts'
import { indexForms } from '../tokens.ts'
import { countPassages, type Counting, weighTerms } from '../weigh-terms.ts'
import { type IndexedPassage, PassageIndexes } from './passage-index.ts'
import { shardTables } from './tables.ts'

/** A file as its shard knows it. */
export interface ShardFile {
  id: number
  name: string
  /** Whether the product generated it: 1 or 0. */
  is_generated: number
}

/** What a shard is asked for. */
export interface ShardSearch {
  terms: QueryTerm[]
  /** Where the terms are counted. */
  shelves: Shelf[]
  rankings: { shelves: Shelf[]; fileIds?: number[] | undefined }[]
  limit: number
}

/** A passage beside one that was found. */
export type Neighbour = Pick<ShardPassage, 'id' | 'file_id' | 'page' | 'text'>

/** Milliseconds between two steps of building an index: most of the time is left to searches. */
const pause = 200
/** Passages of a file that one call of {@link LibraryShard.rename} writes. */
const renamedAtOnce = 100

/**
 * A part of a group's library: passages, and the index that finds them. Every call may be repeated. What it is asked in one call
 * it works out in one go, so that no change is seen half done.
 */
export class LibraryShard extends DurableObject<Env> {
  private readonly sql: SqlStorage
  private indexes: PassageIndexes

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.sql = ctx.storage.sql
    prepareTables(ctx.storage, shardTables)
    this.indexes = this.use(indexForms)
  }

  /** Takes other forms for the present one and its predecessors; an index of another form is built beside the old one. */
  use(forms: typeof indexForms): PassageIndexes {
    this.indexes = new PassageIndexes(this.ctx.storage, forms)
    if (this.indexes.isBuilding) void this.ctx.storage.setAlarm(Date.now() + pause)
    return this.indexes
  }

  override async alarm(): Promise<void> {
    this.indexes.build()
    if (this.indexes.isBuilding) await this.ctx.storage.setAlarm(Date.now() + pause)
  }

  /**
   * Replaces the passages of a file's pages with numbers greater than `after`, up to `last`.
   * @param pages those that there are
   * @returns the bytes of the whole shard
   */
  replacePages(file: ShardFile, pages: DocumentPage[], after: number, last: number): number {
    this.ctx.storage.transactionSync(() => {
      this.remove('file_id = ? AND page > ? AND page <= ?', file.id, after, last)
      this.keep(file)
      const passages = pages.flatMap(({ page, text }) => passagesOf(text).map((passage) => ({ page, text: passage })))
      this.indexes.write(passages.map(({ page, text }) => this.insert(file, page, text)))
    })
    return this.sql.databaseSize
  }

  /** Removes a file's passages. */
  removeFile(fileId: number): void {
    this.ctx.storage.transactionSync(() => {
      this.remove('file_id = ?', fileId)
      this.sql.exec('DELETE FROM files WHERE id = ?', fileId)
    })
  }

  /**
   * Lets passages of a file be found by its present name, some at a time.
   * @param after the passage that the last call ended with
   * @returns the passage that this one ended with; nothing where there is none left
   */
  rename(file: ShardFile, after: number): number | undefined {
    return this.ctx.storage.transactionSync(() => {
      const passages = this.sql
        .exec<{ id: number; text: string }>(
          'SELECT id, text FROM passages WHERE file_id = ? AND id > ? ORDER BY id LIMIT ?',
          file.id,
          after,
          renamedAtOnce,
        )
        .toArray()
      if (passages.length > 0) this.keep(file)
      this.indexes.write(
        passages.map((passage) => ({ ...passage, file_name: file.name, is_generated: file.is_generated })),
      )
      return passages.at(-1)?.id
    })
  }

  /** Counts what {@link search} needs to know of all shards that are searched. */
  count({ terms, shelves }: Pick<ShardSearch, 'terms' | 'shelves'>): Counting {
    return countPassages(this.indexes.searched, terms, shelves)
  }

  /**
   * Ranks passages for a question.
   * @param all what was counted in all shards; where this one is asked alone, nothing
   * @param own what was counted here
   */
  search(asked: ShardSearch, all?: Counting, own = this.count(asked)): { counting: Counting; found: ShardPassage[][] } {
    const terms = weighTerms(asked.terms, own, all)
    const found = asked.rankings.map((ranking) =>
      terms.length === 0
        ? []
        : rankPassages(this.indexes.searched, { ...ranking, terms, areFew: own.areFew, limit: asked.limit }),
    )
    return { counting: own, found }
  }

  /** Whether a shelf has a passage. */
  has(shelf: Shelf): boolean {
    const { table, form } = this.indexes.searched
    const found = this.sql.exec(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`, form.shelfToken(shelf))
    return found.toArray().length > 0
  }

  /** Passages by their ids. */
  read(ids: number[]): ShardPassage[] {
    return this.sql
      .exec<ShardPassage>(
        `SELECT ${passageColumns}, 0.0 AS score
         FROM json_each(?) AS wanted JOIN passages ON passages.id = wanted.value`,
        JSON.stringify(ids),
      )
      .toArray()
  }

  /** The first passages of files, page by page; `place` counts those of a file. */
  opening(fileIds: number[], limit: number): (ShardPassage & { place: number })[] {
    return this.sql
      .exec<ShardPassage & { place: number }>(
        `SELECT ${passageColumns}, 0.0 AS score,
           row_number() OVER (PARTITION BY passages.file_id ORDER BY passages.page, passages.id) AS place
         FROM passages WHERE passages.file_id IN (SELECT value FROM json_each(?))
         ORDER BY place, passages.file_id LIMIT ?`,
        JSON.stringify(fileIds),
        limit,
      )
      .toArray()
  }

  /** The passages of the same page that stand around some, `before` of them and one behind. */
  around(ids: number[], before: number): Neighbour[] {
    return this.sql
      .exec<Neighbour>(
        `SELECT DISTINCT passages.id, passages.file_id, passages.page, passages.text
         FROM json_each(?1) AS wanted JOIN passages AS own ON own.id = wanted.value
         JOIN passages ON passages.id BETWEEN own.id - ?2 AND own.id + 1
           AND passages.file_id = own.file_id AND passages.page = own.page
         ORDER BY passages.id`,
        JSON.stringify(ids),
        before,
      )
      .toArray()
  }

  /** Passages that have no vector yet, the latest first. */
  unembedded(limit: number): (Neighbour & { is_generated: number })[] {
    return this.sql
      .exec<Neighbour & { is_generated: number }>(
        `SELECT passages.id, passages.file_id, passages.page, passages.text, files.is_generated
         FROM passages JOIN files ON files.id = passages.file_id
         WHERE passages.embedded = 0 ORDER BY passages.id DESC LIMIT ?`,
        limit,
      )
      .toArray()
  }

  /** Notes that passages have a vector, and gives the ids of those that are there still. */
  markEmbedded(ids: number[]): number[] {
    return this.sql
      .exec<{ id: number }>(
        'UPDATE passages SET embedded = 1 WHERE id IN (SELECT value FROM json_each(?)) RETURNING id',
        JSON.stringify(ids),
      )
      .toArray()
      .map(({ id }) => id)
  }

  /** Vectors whose passages are gone. */
  leftVectors(limit: number): number[] {
    return this.sql
      .exec<{ passage_id: number }>('SELECT passage_id FROM left_vectors LIMIT ?', limit)
      .toArray()
      .map(({ passage_id }) => passage_id)
  }

  forgetVectors(ids: number[]): void {
    this.sql.exec('DELETE FROM left_vectors WHERE passage_id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
  }

  /** Deletes all that there is. */
  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm()
    await this.ctx.storage.deleteAll()
  }

  private remove(condition: string, ...values: number[]): void {
    this.indexes.remove(`SELECT id FROM passages WHERE ${condition}`, ...values)
    this.sql.exec(`DELETE FROM passages WHERE ${condition}`, ...values)
  }

  private keep({ id, name, is_generated }: ShardFile): void {
    this.sql.exec('INSERT OR REPLACE INTO files (id, name, is_generated) VALUES (?, ?, ?)', id, name, is_generated)
  }

  private insert({ id, name, is_generated }: ShardFile, page: number, text: string): IndexedPassage {
    const { passage } = this.sql
      .exec<{ passage: number }>(
        'INSERT INTO passages (file_id, page, text) VALUES (?, ?, ?) RETURNING id AS passage',
        id,
        page,
        text,
      )
      .one()
    return { id: passage, text, file_name: name, is_generated }
  }
}
