import type { AgentType } from './chat.ts'
import type { StoredFile } from './files.ts'

/** Media types of tables that data analysis reads by itself, cell by cell. */
export const tableTypes = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/vnd.oasis.opendocument.spreadsheet',
]

/** Bytes of a file of tables that data analysis reads. */
export const tableBytes = 32 * 1024 * 1024

/** These agents take files of which only the tables can be used; the automatic choice goes to the first. */
export const tableAgents: readonly AgentType[] = ['data_analysis_ai', 'auto_ai']

type Processed = Pick<StoredFile, 'mime_type' | 'status' | 'status_reason' | 'size'>

/** Whether a file has no text, since that would be too long, but tables: of all agents, data analysis alone can use it. */
export const isTableOnly = ({ mime_type, status, status_reason, size }: Processed) =>
  status === 'failed' &&
  (status_reason === 'too_large' || status_reason === 'too_complex') &&
  tableTypes.includes(mime_type) &&
  size <= tableBytes
