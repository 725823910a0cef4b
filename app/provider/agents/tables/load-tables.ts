import { tableBytes } from '~/contract/table-files.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import type { TablesStub } from '~/provider/sandbox/open.ts'
import type { Cell, Table } from '~/provider/sandbox/table.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, attachedFiles, bytesOf } from '../attached-files.ts'
import { hasTables, readSheets } from './read-sheets.ts'
import { tableOfSheet } from './table-of-sheet.ts'

/** Tables of one conversation. */
const mostTables = 30
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
  const found: Table[] = []
  for (const sheet of await sheetsOf(file, task.bucket)) {
    if (names.length + found.length >= mostTables) break
    const made = tableOfSheet(sheet, file, [...names, ...found.map(({ name }) => name)])
    if (!made) continue
    await fill(sandbox, made.table, made.rows, task.signal)
    found.push(made.table)
  }
  await sandbox.publish(found)
  return found
}

async function sheetsOf(file: AttachedFile, bucket: R2Bucket) {
  if (!hasTables(file) || file.size > tableBytes) return []
  try {
    return await readSheets(file, await bytesOf(bucket, file))
  } catch (error) {
    if (error instanceof UnreadableDocument) return []
    throw error
  }
}

async function fill(sandbox: TablesStub, table: Table, rows: Cell[][], signal: AbortSignal) {
  await sandbox.create(table.name, table.columns)
  const rowsAtOnce = Math.floor(cellsAtOnce / table.columns.length)
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await sandbox.insert(table.name, rows.slice(start, start + rowsAtOnce))
    signal.throwIfAborted()
  }
}
