import { type CompoundFile, openCompoundFile } from './compound-file.ts'
import type { Deadline } from './deadline.ts'
import { readDoc } from './doc.ts'
import { type DocumentPage, UnreadableDocument } from './document.ts'
import { readPpt } from './ppt.ts'

/**
 * Reads a compound file: a Word, Excel or PowerPoint document of 97 to 2003, or a message of Outlook, whatever its name says.
 * @throws UnreadableDocument `encrypted`, also for a newer document with a password, which is kept in one; `unsupported`
 *   for what else is kept in one; or `damaged`
 */
export async function readCompound(bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  const file = openCompoundFile(bytes)
  try {
    return await read(file, bytes, deadline)
  } catch (error) {
    throw error instanceof UnreadableDocument ? error : new UnreadableDocument('damaged', { cause: error })
  }
}

async function read(file: CompoundFile, bytes: Uint8Array, deadline: Deadline): Promise<DocumentPage[]> {
  if (file.has('EncryptedPackage')) throw new UnreadableDocument('encrypted')
  if (file.has('WordDocument')) return readDoc(file)
  if (file.has('PowerPoint Document')) return readPpt(file)
  if (file.has('Workbook')) return (await import('./spreadsheet.ts')).readXls(file.read('Workbook')!, bytes)
  if (file.has('Book')) return (await import('./old-excel.ts')).readOldExcel(file.read('Book')!, deadline)
  const { isMsg, readMsg } = await import('./mail/msg.ts')
  if (isMsg(file)) return readMsg(file, deadline)
  throw new UnreadableDocument('unsupported')
}
