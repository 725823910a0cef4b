import type { StoredFile } from '~/contract/files.ts'

/** Whether a file's status will change by itself. */
export const isInProgress = ({ status }: Pick<StoredFile, 'status'>) => status === 'pending' || status === 'uploading'
