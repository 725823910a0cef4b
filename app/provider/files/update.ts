import { eq, sql } from 'drizzle-orm'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile, updateFile as endpoint } from '~/contract/files.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files, now } from '~/provider/db/index.ts'
import { fileType } from '~/provider/documents/mime.ts'
import { jobOwed, queueOwed } from '~/provider/queue/owed-jobs.ts'
import { requireAllowedText } from '~/provider/keywords/blocked.ts'
import { renamed } from './file-name.ts'
import { type FileRow, findChangeableFile, toStoredFile } from './stored-file.ts'

type Change = ParsedOf<typeof endpoint>['body']

/**
 * Changes a file's name, or its description. Answers find a renamed
 * file by its new name as soon as the queue has seen to the index.
 * @throws ApiError `does_not_exist`, `operation_not_authorized` for a file that the member may only read, or
 *   `invalid_request` for no change, a name of which nothing is left,  or the description of a crawled page, or
 *   `blocked_keyword`
 */
export async function updateFile({ params, body }: ParsedOf<typeof endpoint>, call: Call): Promise<StoredFile> {
  const { env, db, member } = call
  const file = await findChangeableFile(db, member, params.id)
  const change = changeOf(file, body)
  if (change.name !== undefined && change.name !== file.name) await requireAllowedText(call, change.name)

  const update = db
    .update(files)
    .set({ ...change, updated_at: now() })
    .where(eq(files.id, file.id))
    .returning()
  const renames = body.name !== undefined
  const job = { kind: 'index_file_name', file_id: file.id } as const
  const [[row], owed] = await db.batch([update, jobOwed(db, job, sql`${renames} AND changes() > 0`)])
  if (!row) throw new ApiError('does_not_exist', { entity: 'file' })
  await queueOwed(env, owed)
  return toStoredFile({ ...row, group_type: file.group_type })
}

/** What the request changes of the row. The type follows the name, as at upload; the media type stays that of the bytes. */
function changeOf(file: FileRow, { name: wanted, description }: Change): Partial<typeof files.$inferInsert> {
  if (wanted === undefined && description === undefined) throw invalid('There is nothing to change.')
  if (description !== undefined && file.source === 'integration') throw invalid('A crawled page has no description.')
  const name = wanted === undefined ? undefined : renamed(file.name, wanted)
  if (name === '') throw invalid('name has no character that a name may have.')
  // Nothing that was not asked for: somebody else may be changing it.
  return {
    ...(name !== undefined && { name, type: fileType(name) }),
    ...(description !== undefined && { description: description.trim() || null }),
  }
}

const invalid = (message: string) => new ApiError('invalid_request', undefined, { message })
