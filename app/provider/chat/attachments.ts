import { inArray } from 'drizzle-orm'
import type { AgentType, Attachment, Question } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import type { Call } from '~/provider/api/serve.ts'
import { files } from '~/provider/db/index.ts'
import { mayReadFiles } from '~/provider/files/policy.ts'
import { selectFiles } from '~/provider/files/stored-file.ts'

/** These agents work on files alone (spec, section 5). */
const needFiles: AgentType[] = ['analysis_ai', 'compliance_review_ai']

/** @throws ApiError `no_files_selected` when the agent asked works on files and there are none */
export function requireFiles({ pipeline, files: wanted }: Question) {
  if (wanted.length === 0 && needFiles.includes(pipeline)) throw new ApiError('no_files_selected')
}

/**
 * The files that a question carries, in the order in which they were attached, and the groups they are in.
 *
 * @throws ApiError `max_files_exceeded`, `does_not_exist` for what the member may not read,
 *   `wrong_file_status` for what is not processed, `file_too_large`, `total_size_exceeded`
 */
export async function attachmentsOf(
  wanted: number[],
  { env, db, member }: Call,
): Promise<{ attachments: Attachment[]; groupIds: number[] }> {
  const ids = [...new Set(wanted)]
  if (ids.length > limitsOf(env).filesPerMessage) throw new ApiError('max_files_exceeded')
  if (ids.length === 0) return { attachments: [], groupIds: [] }

  const readable = (await selectFiles(db).where(inArray(files.id, ids))).filter((file) => mayReadFiles(member, file))
  const rows = readable.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  if (rows.length < ids.length) throw new ApiError('does_not_exist', { entity: 'file' })
  if (rows.some(({ status }) => status !== 'done')) throw new ApiError('wrong_file_status')
  if (rows.some(({ size }) => size > attachmentBytes)) throw new ApiError('file_too_large')
  if (rows.reduce((sum, { size }) => sum + size, 0) > attachmentBytes) throw new ApiError('total_size_exceeded')
  return {
    attachments: rows.map(({ id, name, mime_type, size }) => ({ id, name, mime_type, size })),
    groupIds: [...new Set(rows.map(({ group_id }) => group_id))],
  }
}
