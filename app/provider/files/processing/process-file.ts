import { and, eq, sql } from 'drizzle-orm'
import type { FileReason } from '~/contract/files.ts'
import { type Database, files, now, openDatabase } from '~/provider/db/index.ts'
import { ReaderFailed } from '~/provider/documents/ask-reader.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { thumbnailKey } from '~/provider/files/thumbnail.ts'
import { log } from '~/provider/log/log.ts'
import { counted } from '~/provider/metrics/count.ts'
import { today } from '~/provider/time/today.ts'
import { indexFile, removeFromIndex } from '~/provider/search/index-file.ts'
import { queueEmbedding } from '~/provider/search/embed-waiting.ts'
import { noteModelsOf } from './note-models.ts'
import { examineFile, thumbnailOf } from './examine-file.ts'
import { withRecognisedText } from './recognise-pictures.ts'
import { withTranscript } from './transcribe-recording.ts'

/**
 * Deliveries on which the document reader may fail before the document is taken for the cause: the first failure may be
 * another document's, and the second come while the reader starts again.
 */
const readDeliveries = 3

/**
 * Reads a pending file's text and puts it into the index, notes an image's size and stores a thumbnail; then the file is
 * `done`, or `failed` with the reason why nothing could be read. The thumbnail comes last and alone, so that a page that
 * cannot be drawn does not cost the text. Repeating it changes nothing: a file that is not pending is left alone, indexing
 * replaces, and so does the thumbnail.
 * @param delivery which delivery of the job this is, from 1
 * @throws whatever may pass with time (storage, database, the document reader); the file is still pending then
 */
export async function processFile(env: Env, fileId: number, delivery = 1): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select().from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  try {
    const findings = await noteModelsOf(env, file.organization_id, async () => {
      const examined = await withRecognisedText(env, file, await examineFile(env, file))
      return withTranscript(env, file, examined)
    })
    const { pages, drawable, status_reason, ...facts } = findings
    if (pages) await indexFile(env, file, pages)
    const thumbnail = drawable ? await thumbnailOf(env, file) : undefined
    if (thumbnail) await env.FILES.put(thumbnailKey(file), thumbnail, { httpMetadata: { contentType: 'image/webp' } })
    const status = status_reason === null || reasonsOfDone.has(status_reason) ? 'done' : 'failed'
    await settle(db, file, { status, status_reason, ...facts, has_thumbnail: thumbnail !== undefined })
    if (thumbnail) await discardOfDeleted(env, db, file)
    if (pages) await queueEmbedding(env)
  } catch (error) {
    const reason = reasonOf(error, delivery)
    if (!reason) throw error
    await settle(db, file, { status: 'failed', status_reason: reason })
  }
}

/** What is to be known of files that are complete all the same. */
const reasonsOfDone = new Set<FileReason>(['recognised', 'transcribed', 'not_transcribed'])

/** What the file is to say of a failure; nothing where another delivery may succeed. */
function reasonOf(error: unknown, delivery: number): FileReason | undefined {
  if (error instanceof UnreadableDocument) return error.reason
  if (error instanceof ReaderFailed && delivery >= readDeliveries) return 'too_complex'
  return undefined
}

/** Gives up on a file that could not be processed however often it was tried. What was indexed so far goes. */
export async function abandonFile(env: Env, fileId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select().from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  await removeFromIndex(env, fileId)
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
  log.info('file_processed', { file_id: file.id, ...result })
}

/** A file may be deleted while it is processed; its thumbnail, stored after that, goes then. */
async function discardOfDeleted(env: Env, db: Database, file: { id: number; object_key: string }): Promise<void> {
  const row = await db.select({ id: files.id }).from(files).where(eq(files.id, file.id)).get()
  if (!row) await env.FILES.delete(thumbnailKey(file))
}
