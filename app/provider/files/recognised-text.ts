import { isIllegible } from '~/contract/file-reasons.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { putRecognisedText as endpoint, StoredFile } from '~/contract/files.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { tidy, withoutJapaneseGaps } from '~/provider/documents/text.ts'
import { queueEmbedding } from '~/provider/search/embed-waiting.ts'
import { counted } from '~/provider/metrics/count.ts'
import { today } from '~/provider/time/today.ts'
import { indexFile, removeFromIndex } from '~/provider/search/index-file.ts'
import { type FileRow, findChangeableFile, toStoredFile } from './stored-file.ts'

/**
 * Stores and indexes the text that a program of the caller's recognised in a file without text of its own: a scan, which is
 * `done` then, or an image. A repetition replaces what was recognised before. Where no page has text a scan stays as it
 * was, and an image says so.
 * @throws ApiError `does_not_exist`, `operation_not_authorized` for a file that the member may only read, or
 *   `bad_file_operation_state` for one that has a text, that is still being processed or that cannot have any
 */
export async function storeRecognisedText(
  { params, body }: ParsedOf<typeof endpoint>,
  call: Call,
): Promise<StoredFile> {
  const file = await findChangeableFile(call.db, call.member, params.id)
  if (!takesRecognisedText(file)) throw new ApiError('bad_file_operation_state')
  const pages = body.pages
    .map(({ page, text }) => ({ page, text: tidy(withoutJapaneseGaps(text)) }))
    .filter(({ text }) => text !== '')
  const isScan = !isImage(file)
  if (pages.length === 0 && isScan) return toStoredFile(file)

  await indexFile(call.env, file, pages)
  const row = await settle(file, call, {
    status: 'done',
    status_reason: pages.length > 0 ? 'recognised' : 'no_text',
    ...(isScan && { page_count: pages.at(-1)!.page }),
  })
  if (!row) {
    // Meanwhile it was deleted, or is processed again and left without a text.
    await removeFromIndex(call.env, file.id)
    throw new ApiError('bad_file_operation_state')
  }
  if (pages.length > 0) await queueEmbedding(call.env)
  return toStoredFile({ ...row, group_type: file.group_type })
}

/** A scan whose processing found no text that could be used, an image that has been processed, and either once more. */
function takesRecognisedText({ status, status_reason, ...file }: FileRow): boolean {
  if (status === 'done') return status_reason === 'recognised' || isImage(file)
  return status === 'failed' && isIllegible(status_reason) && file.mime_type === 'application/pdf'
}

const isImage = ({ mime_type }: Pick<FileRow, 'mime_type'>) => mime_type.startsWith('image/')

/** Changes the row unless it waits for processing meanwhile; pages of a scan that are new count as processed. */
async function settle(file: FileRow, { db }: Call, change: Partial<typeof files.$inferInsert>) {
  const settled = and(eq(files.id, file.id), inArray(files.status, ['done', 'failed']))
  const pages = sql`SELECT max(0, ${change.page_count ?? 0} - coalesce(page_count, 0)) FROM files WHERE ${settled}`
  const [, [row]] = await db.batch([
    counted(db, await today(db, file.organization_id), 'processed_pages', pages),
    db
      .update(files)
      .set({ ...change, updated_at: now() })
      .where(settled)
      .returning(),
  ])
  return row
}
