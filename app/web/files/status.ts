import { isTableOnly } from '~/contract/table-files.ts'
import type { FileReason, FileSource, FileStatus, StoredFile } from '~/contract/files.ts'
import { m } from '~/paraglide/messages'

export const statusLabel = (status: FileStatus) => statuses[status]()
export const sourceLabel = (source: FileSource) => sources[source]()
export const typeLabel = (type: StoredFile['type']) => types[type]()
/** Whether nothing was read from a file, which its status shows everywhere. */
export const isUnread = ({ status, status_reason }: Pick<StoredFile, 'status' | 'status_reason'>) =>
  status === 'failed' || status_reason === 'not_transcribed'

export const reasonText = (reason: FileReason) => reasons[reason]()

/** Why a file failed; of tables whose text is too long, that they can be used all the same. */
export const failureText = (file: Pick<StoredFile, 'mime_type' | 'status' | 'status_reason' | 'size'>) =>
  isTableOnly(file) ? m.file_tables_only() : reasonText(file.status_reason ?? 'unexpected')

const statuses: Record<FileStatus, () => string> = {
  uploading: m.file_status_uploading,
  pending: m.file_status_pending,
  done: m.file_status_done,
  failed: m.file_status_failed,
}

const types: Record<StoredFile['type'], () => string> = {
  image: m.file_type_image,
  audio: m.file_type_audio,
  document: m.file_type_document,
}

const sources: Record<FileSource, () => string> = {
  upload: m.file_source_upload,
  conversation: m.file_source_conversation,
  generated: m.file_source_generated,
  integration: m.file_source_integration,
  sandbox: m.file_source_sandbox,
}

const reasons: Record<FileReason, () => string> = {
  empty: m.file_reason_empty,
  encrypted: m.file_reason_encrypted,
  damaged: m.file_reason_damaged,
  no_text: m.file_reason_no_text,
  unreadable_text: m.file_reason_unreadable_text,
  recognised: m.file_reason_recognised,
  transcribed: m.file_reason_transcribed,
  not_transcribed: m.file_reason_not_transcribed,
  too_large: m.file_reason_too_large,
  too_complex: m.file_reason_too_complex,
  unsupported: m.file_reason_unsupported,
  unexpected: m.file_reason_unexpected,
}
