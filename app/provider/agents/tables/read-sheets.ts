import { tableBytes, tableTypes } from '~/contract/table-files.ts'
import { startDeadline } from '~/provider/documents/deadline.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import { officeTypes } from '~/provider/documents/mime.ts'
import { type AttachedFile, bytesOf, streamOf } from '../attached-files.ts'
import { csvRows, encodingOf } from './csv-rows.ts'
import { mostCells } from './scan-sheet.ts'

/** A sheet of a workbook, or a file of separated values. */
export interface Sheet {
  /** None of a file of separated values. */
  name: string
  /** Its rows, some at a time; each call goes through them anew. */
  rows: () => AsyncIterable<string[][]> | Iterable<string[][]>
  /** Where there are more rows than these. */
  cut?: boolean
}

type Reader = (file: AttachedFile, bucket: R2Bucket) => Promise<Sheet[]>

const readers: Record<string, Reader> = {
  [officeTypes.xlsx]: async (file, bucket) => {
    const { xlsxSheets } = await import('~/provider/documents/spreadsheet.ts')
    const sheets: Sheet[] = []
    for await (const { name, rows, cut } of xlsxSheets(await bytesOf(bucket, file), startDeadline(), mostCells))
      sheets.push({ name, rows: () => [rows], ...(cut && { cut }) })
    return sheets
  },
  'application/vnd.ms-excel': async (file, bucket) => {
    const [{ xlsSheets }, { openCompoundFile }] = await Promise.all([
      import('~/provider/documents/spreadsheet.ts'),
      import('~/provider/documents/compound-file.ts'),
    ])
    const bytes = await bytesOf(bucket, file)
    const compound = openCompoundFile(bytes)
    if (!compound.has('Workbook')) throw new UnreadableDocument('unsupported')
    const sheets = await xlsSheets(compound.read('Workbook')!, bytes)
    return sheets.map(({ name, rows }) => ({ name, rows: () => [rows] }))
  },
  'text/csv': separated,
  'text/tab-separated-values': separated,
}

async function separated(file: AttachedFile, bucket: R2Bucket): Promise<Sheet[]> {
  const open = () => streamOf(bucket, file)
  const encoding = await encodingOf(open)
  return [{ name: '', rows: () => csvRows(open, encoding) }]
}

/** Whether a file is of a kind and a size whose tables are read. */
export const hasTables = ({ mime_type, size }: AttachedFile) => tableTypes.includes(mime_type) && size <= tableBytes

/**
 * The sheets of a file that {@link hasTables}.
 *
 * @throws UnreadableDocument
 */
export const readSheets = (file: AttachedFile, bucket: R2Bucket): Promise<Sheet[]> =>
  readers[file.mime_type]!(file, bucket)
