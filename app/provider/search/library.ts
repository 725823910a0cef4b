import { and, type SQL, sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Database, openDatabase } from '~/provider/db/index.ts'
import { callObject } from '~/provider/objects/call.ts'
import { madeByProduct } from '~/provider/db/product-sources.ts'
import type { ShardPassage } from './passage.ts'
import type { LibraryShard } from './shard/library-shard.ts'

/**
 * The libraries of groups. Each has shards of a bounded size, one after another, of which D1 lists the random keys: a group that
 * is not given is never asked. A passage's id says which shard it is in.
 */
export interface Library extends Pick<Env, 'DB' | 'FILES' | 'LIBRARY_SHARDS' | 'LIBRARY_SHARD_BYTES'> {
  /** The shards of all groups that a question may search, where they were read along with it: nobody then waits for D1. */
  shards?: Shard[] | undefined
}

/** A shard as D1 lists it. */
export interface Shard {
  id: number
  object_key: string
  group_id: number
}

/** The object of a shard. */
export const libraryShard = (
  { LIBRARY_SHARDS }: Pick<Env, 'LIBRARY_SHARDS'>,
  { object_key }: Pick<Shard, 'object_key'>,
) => (LIBRARY_SHARDS as DurableObjectNamespace<LibraryShard>).getByName(object_key)

/** Objects that one search asks at a time. */
const together = 32

/** Calls a shard, whose every call may be repeated. */
export const askShard = <Result>(
  library: Pick<Env, 'LIBRARY_SHARDS'>,
  shard: Pick<Shard, 'object_key'>,
  ask: (object: ReturnType<typeof libraryShard>) => Promise<Result>,
): Promise<Result> => callObject(() => ask(libraryShard(library, shard)))

/** Asks shards at the same time, and gives what they answer in their order. */
export async function askShards<S extends Shard, Result>(
  library: Library,
  shards: S[],
  ask: (object: ReturnType<typeof libraryShard>, shard: S) => Promise<Result>,
): Promise<Result[]> {
  const answers: Result[] = []
  for (let from = 0; from < shards.length; from += together) {
    const asked = shards.slice(from, from + together)
    answers.push(...(await Promise.all(asked.map((shard) => askShard(library, shard, (object) => ask(object, shard))))))
  }
  return answers
}

const shardsTable = sqliteTable('library_shards', {
  id: integer().primaryKey(),
  object_key: text().notNull(),
  group_id: integer().notNull(),
})

/** The shards of groups, as a statement; `groups` is SQL that gives their ids. */
export const selectShards = (db: Database, groups: SQL) =>
  db
    .select()
    .from(shardsTable)
    .where(sql`${shardsTable.group_id} IN (${groups})`)
    .orderBy(shardsTable.id)

/** The shards of these groups; those of some files alone, where these are given. */
export async function shardsOf(
  { DB, shards }: Library,
  { groupIds, fileIds }: { groupIds: number[]; fileIds?: number[] | undefined },
): Promise<Shard[]> {
  if (shards && !fileIds) return shards.filter(({ group_id }) => groupIds.includes(group_id))
  const ofFiles = fileIds && sql`${shardsTable.id} IN (SELECT shard_id FROM files WHERE id IN ${listOf(fileIds)})`
  return readShards(DB, and(sql`${shardsTable.group_id} IN ${listOf(groupIds)}`, ofFiles))
}

/** The shards that some passages are in, each with these, their ids being those there; of these groups alone, where given. */
export async function shardsOfPassages<P extends { id: number }>(
  { DB, shards }: Library,
  passages: P[],
  groupIds?: number[],
): Promise<(Shard & { passages: P[] })[]> {
  const places = Map.groupBy(passages, ({ id }) => shardIdOf(id))
  const known = shards?.filter(({ id }) => places.has(id))
  const all =
    known?.length === places.size
      ? known
      : await readShards(DB, sql`${shardsTable.id} IN ${listOf([...places.keys()])}`)
  return all
    .filter(({ group_id }) => !groupIds || groupIds.includes(group_id))
    .map((shard) => ({
      ...shard,
      passages: places.get(shard.id)!.map((passage) => ({ ...passage, id: idInShard(passage.id) })),
    }))
}

const readShards = (DB: D1Database, wanted: SQL | undefined): Promise<Shard[]> =>
  openDatabase(DB).select().from(shardsTable).where(wanted).orderBy(shardsTable.id)

const listOf = (ids: number[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** How many ids each shard has. */
const span = 2 ** 32
/** A passage's id among those of all shards. */
export const passageId = (shard: Shard, id: number): number => shard.id * span + id
const shardIdOf = (id: number): number => Math.floor(id / span)
const idInShard = (id: number): number => id % span

/** What D1 knows of the file of a passage. */
export interface FileOfPassage {
  id: number
  name: string
  group_id: number
  shard_id: number
  /** The address of a crawled page. */
  url: string | null
  /** Whether the product generated it: 1 or 0. */
  is_generated: number
  /** The day that it was uploaded, or the page was last read: `2026-11-22`. */
  date: string
}

/**
 * The files of passages that a shard gave, by the passages' ids among all. Left out is what nobody may find there any more:
 * passages of files that were deleted, or moved to another group.
 */
export async function filesOfPassages(
  { DB }: Library,
  found: { shard: Shard; passages: Pick<ShardPassage, 'id' | 'file_id'>[] }[],
): Promise<Map<number, FileOfPassage>> {
  const fileIds = new Set(found.flatMap(({ passages }) => passages.map(({ file_id }) => file_id)))
  if (fileIds.size === 0) return new Map()
  const { results } = await DB.prepare(
    `SELECT id, name, group_id, shard_id, CASE source WHEN 'integration' THEN url END AS url,
       ${madeByProduct} AS is_generated, substr(updated_at, 1, 10) AS date
     FROM files WHERE id IN (SELECT value FROM json_each(?))`,
  )
    .bind(JSON.stringify([...fileIds]))
    .all<FileOfPassage>()
  const files = new Map(results.map((file) => [file.id, file]))
  return new Map(
    found.flatMap(({ shard, passages }) =>
      passages.flatMap(({ id, file_id }): [number, FileOfPassage][] => {
        const file = files.get(file_id)
        const isThere = file?.shard_id === shard.id && file.group_id === shard.group_id
        return isThere ? [[passageId(shard, id), file]] : []
      }),
    ),
  )
}
