import { silentProcessing } from '~/contract/defaults.ts'
import type { StoredFile } from '~/contract/files.ts'

/** Whether a file's status will change by itself. */
export const isInProgress = ({ status }: Pick<StoredFile, 'status'>) => status === 'pending' || status === 'uploading'

/** Whether a file may be processed again: it failed, or its processing seems to be lost. */
export const isStuck = ({ status, updated_at }: Pick<StoredFile, 'status' | 'updated_at'>, now = Date.now()) =>
  status === 'failed' || (status === 'pending' && Date.parse(updated_at) < now - silentProcessing)
