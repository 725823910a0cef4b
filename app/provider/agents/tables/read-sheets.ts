import { tableBytes, tableTypes } from '~/contract/table-files.ts'
import { openWorkbook, readingOf } from '~/provider/documents/ask-reader.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, streamOf } from '../attached-files.ts'
import { csvRows } from './csv-rows.ts'

/** A sheet of a workbook, or a file of separated values. */
export interface Sheet {
  /** None of a file of separated values. */
  name: string
  /** Its rows, some at a time; each call goes through them again. */
  rows: () => AsyncIterable<string[][]> | Iterable<string[][]>
}

/** The sheets of a file, which can be read until they are disposed of. */
export type OpenSheets = Disposable & { sheets: Sheet[] }

const separatedTypes = ['text/csv', 'text/tab-separated-values']

/** Whether a file is of a kind and a size whose tables are read. */
export const hasTables = ({ mime_type, size }: AttachedFile) => tableTypes.includes(mime_type) && size <= tableBytes

/**
 * Opens the sheets of a file that {@link hasTables}. Separated values are read here, as they come from the bucket: of these
 * never more than a piece is held. Workbooks are parsed as a whole, by the Worker that may be ended for it.
 *
 * @throws UnreadableDocument
 * @throws ReaderFailed
 */
export async function openSheets(file: AttachedFile, { bucket, reader }: AgentTask): Promise<OpenSheets> {
  const open = () => streamOf(bucket, file)
  if (!separatedTypes.includes(file.mime_type)) return openWorkbook({ READER: reader }, await open(), file)
  const encoding = await readingOf<string>(reader.tellEncoding(await open()))
  return { sheets: [{ name: '', rows: () => csvRows(open, encoding) }], [Symbol.dispose]: () => {} }
}
