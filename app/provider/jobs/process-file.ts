import { and, eq, sql } from 'drizzle-orm'
import type { FileReason } from '~/contract/files.ts'
import { type Database, files, now, openDatabase } from '~/provider/db/index.ts'
import { UnreadableDocument } from '~/provider/documents/extract.ts'
import { thumbnailKey } from '~/provider/files/thumbnail.ts'
import { counted } from '~/provider/metrics/count.ts'
import { today } from '~/provider/metrics/today.ts'
import { indexFile, removeFromIndex } from '~/provider/search/index-file.ts'
import { queueEmbedding } from './embed-waiting.ts'
import { examineFile } from './examine-file.ts'
import { withRecognisedText } from './recognise-pictures.ts'

/**
 * The deliveries of a job that draw: a thumbnail, and pages for a model that sees. A picture that brings the isolate down
 * brings its deliveries down, and the next one does without.
 */
const drawnDeliveries = 2

/**
 * Reads a pending file's text and puts it into the index, notes an image's size and stores a thumbnail; then the file is
 * `done`, or `failed` with the reason why nothing could be read. Repeating it changes nothing: a file that is not pending
 * is left alone, indexing replaces, and so does the thumbnail.
 * @param delivery which delivery of the job this is, from 1
 * @throws whatever may pass with time (storage, database); the file is still pending then
 */
export async function processFile(env: Env, fileId: number, delivery = 1): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select().from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  try {
    const drawing = delivery <= drawnDeliveries
    const findings = await examineFile(env.FILES, file, drawing)
    const { pages, thumbnail, status_reason, ...facts } = drawing
      ? await withRecognisedText(env, file, findings)
      : findings
    if (pages) await indexFile(env.DB, file, pages)
    if (thumbnail) await env.FILES.put(thumbnailKey(file), thumbnail, { httpMetadata: { contentType: 'image/webp' } })
    const status = status_reason === null || status_reason === 'recognised' ? 'done' : 'failed'
    await settle(db, file, { status, status_reason, ...facts, has_thumbnail: thumbnail !== undefined })
    if (thumbnail) await discardOfDeleted(env, db, file)
    if (pages) await queueEmbedding(env)
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    await settle(db, file, { status: 'failed', status_reason: error.reason })
  }
}

/** Gives up on a file that could not be processed however often it was tried. What was indexed so far goes. */
export async function abandonFile(env: Env, fileId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select().from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  await removeFromIndex(env.DB, fileId)
  await settle(db, file, { status: 'failed', status_reason: 'unexpected' })
}

interface Result extends Partial<typeof files.$inferInsert> {
  status: 'done' | 'failed'
  status_reason: FileReason | null
}

/** The pages count once, however many deliveries come this far: with the one that finds the file pending. */
async function settle(db: Database, file: typeof files.$inferSelect, result: Result): Promise<void> {
  const pending = and(eq(files.id, file.id), sql`${files.status} = 'pending'`)
  const pages = sql`SELECT ${result.page_count ?? 0} FROM files WHERE ${pending}`
  await db.batch([
    counted(db, await today(db, file.organization_id), 'processed_pages', pages),
    db
      .update(files)
      .set({ ...result, updated_at: now() })
      .where(pending),
  ])
  console.info(JSON.stringify({ level: 'info', event: 'file_processed', file_id: file.id, ...result }))
}

/** A file may be deleted while it is processed; its thumbnail, stored after that, goes then. */
async function discardOfDeleted(env: Env, db: Database, file: { id: number; object_key: string }): Promise<void> {
  const row = await db.select({ id: files.id }).from(files).where(eq(files.id, file.id)).get()
  if (!row) await env.FILES.delete(thumbnailKey(file))
}
