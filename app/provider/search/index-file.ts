import type { FileSource } from '~/contract/files.ts'
import type { DocumentPage } from '~/provider/documents/document.ts'
import { pageBatches, storePages } from '~/provider/documents/stored-pages.ts'
import { isMadeByProduct } from '~/provider/db/product-sources.ts'
import { removeLeftVectors } from './embed-passages.ts'
import { askShard, type Library, type Shard, shardsOf } from './library.ts'
import type { ShardFile } from './shard/library-shard.ts'
import { openVectors } from './vectors.ts'

/** Characters of text that one call of a shard indexes. Searches wait as long. */
const batchCharacters = 50_000

/** A file as the index knows it. */
export interface IndexedFile {
  id: number
  group_id: number
  name: string
  /** An upload where not given. */
  source?: FileSource | undefined
}

/**
 * Replaces the text of a file's pages, its passages and index rows. Safe to repeat, and to run twice at a time: each call of
 * the shard replaces a range of pages as a whole, and the ranges cover every page number. What is written of a file that is
 * deleted meanwhile goes as well.
 * @param pages in ascending order of their numbers
 */
export async function indexFile(library: Library, file: IndexedFile, pages: DocumentPage[]): Promise<void> {
  if (pages.length === 0) return removeFromIndex(library, file.id)
  const stored = await placeFile(library, file.id)
  if (!stored) return
  await storePages(library.FILES, stored, pages)
  let after = 0
  for (const part of [...pageBatches(pages, batchCharacters), []]) {
    const last = part.at(-1)?.page ?? Number.MAX_SAFE_INTEGER
    const bytes = await askShard(library, stored.shard, (shard) => shard.replacePages(inShard(file), part, after, last))
    if (part.length === 0) await noteChange(library, stored.shard.id, bytes)
    after = last
  }
  if (!(await findFile(library, file.id))) await removeLeftText(library, stored)
}

/** Removes a file's text from the index, and then the text itself. Safe to repeat. */
export async function removeFromIndex(library: Library, fileId: number): Promise<void> {
  const file = await findFile(library, fileId)
  if (file) await removeLeftText(library, file)
}

/** What is known of a file's text. */
export interface FileText {
  id: number
  object_key: string
  group_id: number
  /** Where its passages are; none until it is indexed. */
  shard: Shard | undefined
}

/** The same for a file whose row is gone: what was written of it while it was deleted. */
export async function removeLeftText(library: Library, { id, object_key, shard }: FileText): Promise<void> {
  if (shard) {
    await askShard(library, shard, (object) => object.removeFile(id))
    await noteChange(library, shard.id)
  }
  await storePages(library.FILES, { object_key }, [])
}

/** @returns nothing of a file that is gone */
export async function findFile({ DB }: Library, id: number): Promise<FileText | undefined> {
  const row = await DB.prepare(
    `SELECT files.object_key, files.group_id, files.shard_id, library_shards.object_key AS shard_key,
       library_shards.group_id AS shard_group_id
     FROM files LEFT JOIN library_shards ON library_shards.id = files.shard_id WHERE files.id = ?`,
  )
    .bind(id)
    .first<FileRow>()
  if (!row) return undefined
  const { object_key, group_id, shard_id, shard_key, shard_group_id } = row
  const shard = shard_key === null ? undefined : { id: shard_id!, object_key: shard_key, group_id: shard_group_id! }
  return { id, object_key, group_id, shard }
}

interface FileRow {
  object_key: string
  group_id: number
  shard_id: number | null
  shard_key: string | null
  shard_group_id: number | null
}

/** Gives a file a shard of its group, where it has none yet: the one that is open, or the next. */
async function placeFile(library: Library, id: number): Promise<(FileText & { shard: Shard }) | undefined> {
  const file = await findFile(library, id)
  if (!file) return undefined
  const { shard, group_id } = file
  if (shard?.group_id === group_id) return { ...file, shard }
  if (shard) await askShard(library, shard, (object) => object.removeFile(id))
  const { DB } = library
  await DB.batch([
    // At most one is open.
    DB.prepare('INSERT OR IGNORE INTO library_shards (group_id) VALUES (?)').bind(group_id),
    DB.prepare(
      `UPDATE files SET shard_id = (SELECT id FROM library_shards WHERE group_id = ?1 AND is_open = 1)
       WHERE id = ?2 AND group_id = ?1 AND shard_id IS ?3`,
    ).bind(group_id, id, shard?.id ?? null),
  ])
  return placeFile(library, id)
}

/** Notes that passages of a shard have come or gone, and closes it where it has grown too large. */
async function noteChange({ DB, LIBRARY_SHARD_BYTES }: Library, shardId: number, bytes = 0): Promise<void> {
  await DB.prepare('UPDATE library_shards SET changes = changes + 1, is_open = is_open AND ?2 < ?3 WHERE id = ?1')
    .bind(shardId, bytes, Number(LIBRARY_SHARD_BYTES))
    .run()
}

/**
 * Lets a file be found by its present name. Safe to repeat; a passage that goes meanwhile gets no row again.
 */
export async function renameInIndex(library: Library, file: IndexedFile): Promise<void> {
  const shard = (await findFile(library, file.id))?.shard
  if (!shard) return
  let after: number | undefined = 0
  while (after !== undefined) {
    const last: number = after
    after = await askShard(library, shard, (object) => object.rename(inShard(file), last))
  }
}

/** Deletes the library of a group whose files are gone: its shards, and the vectors that they have left. Safe to repeat. */
export async function eraseLibrary(env: Env, groupId: number): Promise<void> {
  const vectors = openVectors(env)
  for (const shard of await shardsOf(env, { groupIds: [groupId] })) {
    if (vectors) while ((await removeLeftVectors(env, vectors, shard)) > 0);
    await askShard(env, shard, (object) => object.erase())
    await env.DB.prepare('DELETE FROM library_shards WHERE id = ?').bind(shard.id).run()
  }
}

const inShard = ({ id, name, source }: IndexedFile): ShardFile => ({
  id,
  name,
  is_generated: isMadeByProduct(source) ? 1 : 0,
})
