import { startDeadline } from './deadline.ts'
import { UnreadableDocument, limits } from './document.ts'
import { officeTypes, openTypes } from './mime.ts'

/** A sheet of a workbook, whose rows can be gone through as often as needed, some at a time. */
export interface WorkbookSheet {
  name: string
  rows(): AsyncIterable<string[][]>
}

/** Opens a workbook for its tables: one that is too long as a text may be read here. Of an XLSX only some rows are held at a time. */
type Open = (bytes: Uint8Array) => Promise<WorkbookSheet[]>

const formats: Record<string, Open> = {
  [officeTypes.xlsx]: async (bytes) => (await import('./spreadsheet.ts')).openXlsx(bytes),
  'application/vnd.ms-excel': async (bytes) => {
    const [{ xlsSheets }, { openCompoundFile }] = await Promise.all([
      import('./spreadsheet.ts'),
      import('./compound-file.ts'),
    ])
    const file = openCompoundFile(bytes)
    if (!file.has('Workbook')) throw new UnreadableDocument('unsupported')
    return (await xlsSheets(file.read('Workbook')!, bytes)).map(held)
  },
  [openTypes.ods]: async (bytes) => {
    const { odsSheets } = await import('./opendocument/ods.ts')
    const sheets: WorkbookSheet[] = []
    for await (const sheet of odsSheets(bytes, startDeadline(), limits.decodedCharacters)) sheets.push(held(sheet))
    return sheets
  },
}

const held = ({ name, rows }: { name: string; rows: string[][] }): WorkbookSheet => ({
  name,
  async *rows() {
    for (let at = 0; at < rows.length; at += limits.rowsPerPage) yield rows.slice(at, at + limits.rowsPerPage)
  },
})

/**
 * The visible sheets of an XLSX or ODS workbook, and all of an XLS one.
 * @throws UnreadableDocument with the reason why nothing could be read
 */
export async function openWorkbook(bytes: Uint8Array, mimeType: string): Promise<WorkbookSheet[]> {
  const open = formats[mimeType]
  if (!open) throw new UnreadableDocument('unsupported')
  return open(bytes)
}
