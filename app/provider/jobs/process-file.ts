import { and, eq } from 'drizzle-orm'
import type { FileReason } from '~/contract/files.ts'
import { type Database, files, now, openDatabase } from '~/provider/db/index.ts'
import { type DocumentPage, UnreadableDocument, extractPages } from '~/provider/documents/extract.ts'
import { indexFile, removeFromIndex } from '~/provider/search/index-file.ts'

type FileRow = typeof files.$inferSelect

/**
 * Reads a pending file's text and puts it into the index; then the file is `done`, or `failed` with the reason why
 * nothing could be read. Repeating it changes nothing: a file that is not pending is left alone, and indexing replaces.
 * @throws whatever may pass with time (storage, database); the file is still pending then
 */
export async function processFile(env: Env, fileId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select().from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  try {
    const pages = await readPages(env, file)
    if (pages) await indexFile(env.DB, file, pages)
    await settle(db, fileId, { status: 'done', page_count: pageCount(file, pages) })
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    await settle(db, fileId, { status: 'failed', status_reason: error.reason })
  }
}

/** Gives up on a file that could not be processed however often it was tried. What was indexed so far goes. */
export async function abandonFile(env: Env, fileId: number): Promise<void> {
  const db = openDatabase(env.DB)
  const file = await db.select({ status: files.status }).from(files).where(eq(files.id, fileId)).get()
  if (file?.status !== 'pending') return
  await removeFromIndex(env.DB, fileId)
  await settle(db, fileId, { status: 'failed', status_reason: 'unexpected' })
}

/** The pages with text; `undefined` for images and recordings, which are complete without any. */
async function readPages(env: Env, file: FileRow): Promise<DocumentPage[] | undefined> {
  if (/^(image|audio)\//.test(file.mime_type)) return undefined
  const object = await env.FILES.get(file.object_key)
  if (!object) throw new Error('the bytes are missing')
  return extractPages(await object.bytes(), file.name, file.mime_type)
}

/** Pages without text are left out of `pages`, so it is the last one's number that counts. */
const pageCount = (file: FileRow, pages: DocumentPage[] | undefined) =>
  pages?.at(-1)?.page ?? (file.mime_type.startsWith('image/') ? 1 : null)

type Result = { status: 'done'; page_count: number | null } | { status: 'failed'; status_reason: FileReason }

async function settle(db: Database, fileId: number, result: Result): Promise<void> {
  await db
    .update(files)
    .set({ ...result, updated_at: now() })
    .where(and(eq(files.id, fileId), eq(files.status, 'pending')))
  console.info(JSON.stringify({ level: 'info', event: 'file_processed', file_id: fileId, ...result }))
}
