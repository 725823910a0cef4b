import type { AgentType, Attachment, Question } from '~/contract/chat.ts'
import { ApiError } from '~/contract/errors.ts'
import { isTableOnly, tableAgents } from '~/contract/table-files.ts'
import { attachmentBytes, limitsOf } from '~/provider/api/limits.ts'
import { mayReadFiles } from '~/provider/files/policy.ts'
import type { FileRow } from '~/provider/files/stored-file.ts'
import type { Member } from '~/provider/identity/members.ts'

/** These agents work on attached files alone: a question without any is refused. */
const needFiles: AgentType[] = ['analysis_ai', 'compliance_review_ai']

/**
 * The ids of the files that a question carries, in the order in which they were attached.
 *
 * @throws ApiError `no_files_selected` when the agent asked works on files and there are none, `max_files_exceeded`
 */
export function attachedIds({ pipeline, files }: Question, env: Env): number[] {
  if (files.length === 0 && needFiles.includes(pipeline)) throw new ApiError('no_files_selected')
  const ids = [...new Set(files)]
  if (ids.length > limitsOf(env).filesPerMessage) throw new ApiError('max_files_exceeded')
  return ids
}

/**
 * The files that a question carries and the groups they are in, from the rows that the database has of them.
 *
 * @throws ApiError `does_not_exist` for what the member may not read, `wrong_file_status` for what is not processed,
 *   `only_data_analysis` for tables whose text is too long for another agent, `file_too_large`, `total_size_exceeded`
 */
export function attachmentsOf(
  ids: number[],
  files: FileRow[],
  { member, pipeline }: { member: Member; pipeline: AgentType },
): { attachments: Attachment[]; groupIds: number[] } {
  const readable = files.filter((file) => mayReadFiles(member, file))
  const rows = readable.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing !== undefined) throw new ApiError('does_not_exist', { entity: 'file', id: missing })
  const unread = rows.filter(({ status }) => status !== 'done')
  if (!unread.every(isTableOnly)) throw new ApiError('wrong_file_status')
  if (unread.length > 0 && !tableAgents.includes(pipeline)) throw new ApiError('only_data_analysis')
  if (rows.some(({ size }) => size > attachmentBytes)) throw new ApiError('file_too_large')
  if (rows.reduce((sum, { size }) => sum + size, 0) > attachmentBytes) throw new ApiError('total_size_exceeded')
  return {
    attachments: rows.map(({ id, name, mime_type, size }) => ({ id, name, mime_type, size })),
    groupIds: [...new Set(rows.map(({ group_id }) => group_id))],
  }
}
