import { madeByProduct } from '~/provider/db/product-sources.ts'
import type { EmbeddablePassage, PassageVectors } from './vectors.ts'

/** Passages of one call of the model, and vectors of one deletion. */
const most = { embedded: 64, removed: 100 }
/** Milliseconds that such a call may take. */
const timeLimit = 60_000

/**
 * Brings the vector index nearer to the passages: removes some vectors whose passages are gone, and adds some that are missing,
 * the latest first. Safe to repeat, and to run twice at a time.
 *
 * @returns whether there may be more to do
 * @throws what the model or the index throws; nothing is lost then
 */
export async function embedPassages(db: D1Database, vectors: PassageVectors): Promise<boolean> {
  const removed = await removeLeft(db, vectors)
  const { results: passages } = await db
    .prepare(
      `SELECT passages.id, passages.text, passages.file_id, passages.group_id, groups.organization_id,
         ${madeByProduct} AS generated
       FROM passages JOIN groups ON groups.id = passages.group_id JOIN files ON files.id = passages.file_id
       WHERE passages.embedded = 0 ORDER BY passages.id DESC LIMIT ?`,
    )
    .bind(most.embedded)
    .all<EmbeddablePassage>()
  if (passages.length === 0) return removed === most.removed
  await vectors.add(passages, AbortSignal.timeout(timeLimit))
  const ids = passages.map(({ id }) => id)
  const { results: kept } = await db
    .prepare('UPDATE passages SET embedded = 1 WHERE id IN (SELECT value FROM json_each(?)) RETURNING id')
    .bind(JSON.stringify(ids))
    .all<{ id: number }>()
  // Those that were deleted meanwhile left no note, since they had no vector then.
  const known = new Set(kept.map(({ id }) => id))
  const gone = ids.filter((id) => !known.has(id))
  if (gone.length > 0) await vectors.remove(gone)
  return true
}

async function removeLeft(db: D1Database, vectors: PassageVectors): Promise<number> {
  const { results } = await db
    .prepare('SELECT passage_id FROM left_vectors LIMIT ?')
    .bind(most.removed)
    .all<{ passage_id: number }>()
  if (results.length === 0) return 0
  const ids = results.map(({ passage_id }) => passage_id)
  await vectors.remove(ids)
  await db
    .prepare('DELETE FROM left_vectors WHERE passage_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(ids))
    .run()
  return ids.length
}
