import { askShard, type Library, passageId, type Shard } from './library.ts'
import type { PassageVectors } from './vectors.ts'

/** Passages of one call of the model, and vectors of one deletion. */
const most = { embedded: 64, removed: 100 }
/** Milliseconds that such a call may take. */
const timeLimit = 60_000

/** A shard with how often it has changed, and who it belongs to. */
interface ChangedShard extends Shard {
  changes: number
  organization_id: number
}

/**
 * Brings the vector index nearer to the passages of a shard that has changed: removes some vectors whose passages are gone, and
 * adds some that are missing, the latest first. Safe to repeat, and to run twice at a time.
 *
 * @returns whether there may be more to do
 * @throws what the model or the index throws; nothing is lost then
 */
export async function embedPassages(library: Library, vectors: PassageVectors): Promise<boolean> {
  const shard = await changedShard(library)
  if (!shard) return false
  const removed = await removeLeftVectors(library, vectors, shard)
  const found = await askShard(library, shard, (object) => object.unembedded(most.embedded))
  if (found.length > 0) await addVectors(library, vectors, shard, found)
  else if (removed < most.removed) await settle(library, shard)
  return true
}

/** Any of those, so that one whose texts a model refuses does not hold up all others. */
const changedShard = ({ DB }: Library) =>
  DB.prepare(
    `SELECT shards.id, shards.object_key, shards.group_id, shards.changes, groups.organization_id
     FROM library_shards AS shards JOIN groups ON groups.id = shards.group_id
     WHERE shards.changes > shards.embedded_changes ORDER BY random() LIMIT 1`,
  ).first<ChangedShard>()

/** What has changed meanwhile is left for the next time. */
const settle = ({ DB }: Library, { id, changes }: ChangedShard) =>
  DB.prepare('UPDATE library_shards SET embedded_changes = max(embedded_changes, ?) WHERE id = ?')
    .bind(changes, id)
    .run()

type Unembedded = { id: number; file_id: number; text: string; is_generated: number }

async function addVectors(library: Library, vectors: PassageVectors, shard: ChangedShard, found: Unembedded[]) {
  const { organization_id, group_id } = shard
  const passages = found.map(({ id, file_id, text, is_generated }) => ({
    id: passageId(shard, id),
    text,
    organization_id,
    group_id,
    file_id,
    generated: is_generated,
  }))
  await vectors.add(passages, AbortSignal.timeout(timeLimit))
  const ids = found.map(({ id }) => id)
  const kept = new Set(await askShard(library, shard, (object) => object.markEmbedded(ids)))
  // Those that were deleted meanwhile left no note, since they had no vector then.
  const gone = ids.filter((id) => !kept.has(id))
  if (gone.length > 0) await vectors.remove(gone.map((id) => passageId(shard, id)))
}

/** Removes some vectors of a shard whose passages are gone, and gives how many. */
export async function removeLeftVectors(library: Library, vectors: PassageVectors, shard: Shard): Promise<number> {
  const ids = await askShard(library, shard, (object) => object.leftVectors(most.removed))
  if (ids.length === 0) return 0
  await vectors.remove(ids.map((id) => passageId(shard, id)))
  await askShard(library, shard, (object) => object.forgetVectors(ids))
  return ids.length
}
