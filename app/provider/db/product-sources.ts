import type { FileSource } from '~/contract/files.ts'

/** The sources of files that the product made: in its answers, or by the SQL of an analysis. No answer rests on them unasked. */
export type ProductSource = Extract<FileSource, 'generated' | 'sandbox'>

export const isMadeByProduct = (source: FileSource | undefined): source is ProductSource =>
  source === 'generated' || source === 'sandbox'

/** The same in SQL, of the table `files`; in the words of the index `files_of_product`, so that SQLite uses it. */
export const madeByProduct = "files.source IN ('generated', 'sandbox')"
