import { ReaderFailed } from '~/provider/documents/ask-reader.ts'
import { limits, UnreadableDocument } from '~/provider/documents/document.ts'
import type { TablesStub } from '~/provider/sandbox/stub.ts'
import type { Cell, Column, Table } from '~/provider/sandbox/table.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, attachedFiles } from '../attached-files.ts'
import { hasTables, openSheets, type Sheet } from './read-sheets.ts'
import { scanSheet, typedRows } from './scan-sheet.ts'
import { type EmptyTable, tableOf } from './table-of-sheet.ts'

/** Tables of one conversation. */
const maxTables = 30
/** Cells that go to the sandbox at once: a call may carry 32 MiB, and the longest cells some 1,500 bytes. */
const cellsAtOnce = 10_000

/** The tables that a question is about, with the names of attached files that have none, or none that can be read. */
export interface LoadedTables {
  tables: Table[]
  without: string[]
}

/**
 * Loads the attached files into the sandbox of their conversation, if they are not there. A question without files is
 * about those of earlier ones, as far as the member may still read them.
 */
export async function loadTables(task: AgentTask, sandbox: TablesStub): Promise<LoadedTables> {
  const loaded = await sandbox.tables()
  const fileIds = task.fileIds.length > 0 ? task.fileIds : [...new Set(loaded.map(({ file_id }) => file_id))]
  const files = await attachedFiles(task.db, { fileIds, groupIds: task.groupIds })
  const tables: Table[] = []
  const without: string[] = []
  for (const file of files) {
    const known = loaded.filter(({ file_id }) => file_id === file.file_id)
    const names = [...loaded, ...tables].map(({ name }) => name)
    const found = known.length > 0 ? known : await loadFile(file, { task, sandbox, names })
    tables.push(...found)
    if (found.length === 0) without.push(file.file_name)
    task.signal.throwIfAborted()
  }
  return { tables, without }
}

async function loadFile(
  file: AttachedFile,
  { task, sandbox, names }: { task: AgentTask; sandbox: TablesStub; names: string[] },
): Promise<Table[]> {
  if (!hasTables(file)) return []
  try {
    using opened = await openSheets(file, task)
    const found = await loadSheets(opened.sheets, { file, task, sandbox, names })
    await sandbox.publish(found)
    return found
  } catch (error) {
    if (error instanceof UnreadableDocument || error instanceof ReaderFailed) return []
    throw error
  }
}

async function loadSheets(
  sheets: Sheet[],
  { file, task, sandbox, names }: { file: AttachedFile; task: AgentTask; sandbox: TablesStub; names: string[] },
): Promise<Table[]> {
  const scanned = []
  for (const sheet of sheets) {
    const scan = await scanSheet(sheet)
    if (scan.filled > 0) scanned.push({ sheet, scan })
    task.signal.throwIfAborted()
  }
  const found: Table[] = []
  let page = 1
  for (const { sheet, scan } of scanned) {
    if (names.length + found.length >= maxTables) break
    const taken = [...names, ...found.map(({ name }) => name)]
    const stem = file.file_name.replace(/\.[^.]+$/, '')
    const table = tableOf({ ...sheet, name: scanned.length === 1 ? stem : sheet.name }, scan, taken)
    if (table) {
      const columns = await fill(sandbox, table, { rows: typedRows(sheet, scan), signal: task.signal })
      found.push({ ...table, file_id: file.file_id, file_name: file.file_name, page, columns })
    }
    // As `documents/extract.ts` counts the pages of a long sheet.
    page += Math.ceil(scan.filled / limits.rowsPerPage)
  }
  return found
}

/** Fills a table, some cells at a time, and has its columns looked at. */
async function fill(
  sandbox: TablesStub,
  { name, columns }: EmptyTable,
  { rows, signal }: { rows: AsyncIterable<Cell[][]>; signal: AbortSignal },
): Promise<Column[]> {
  await sandbox.create(name, columns)
  const rowsAtOnce = Math.max(1, Math.floor(cellsAtOnce / columns.length))
  for await (const batch of rows) {
    for (let start = 0; start < batch.length; start += rowsAtOnce) {
      await sandbox.insert(name, batch.slice(start, start + rowsAtOnce))
      signal.throwIfAborted()
    }
  }
  const profiles = await sandbox.profile(name, columns)
  return columns.map((column, at) => ({ ...column, profile: profiles[at]! }))
}
