import { ReaderFailed, readingOf } from '~/provider/documents/ask-reader.ts'
import { UnreadableDocument } from '~/provider/documents/document.ts'
import type { AgentTask } from '../agent.ts'
import { type AttachedFile, streamOf } from '../attached-files.ts'
import type { Entry, Terms } from './terms.ts'

/** Files that are looked at, and bytes of one: it is held as a tree of ten times its size. */
const limits = { files: 20, bytes: 4 * 1024 * 1024 }

/**
 * Reads the organisation's glossaries (`glossary*.csv`, `用語集*.csv`) and translation memories (`*.tmx`), the latest
 * first: files in the organisation's group, which every member may read. Pages of crawled sites are none. `unread` are
 * the names of those that cannot be read.
 */
export async function findTerms({
  db,
  bucket,
  reader,
  organizationId,
}: Pick<AgentTask, 'db' | 'bucket' | 'reader' | 'organizationId'>): Promise<Terms & { unread: string[] }> {
  const { results } = await db
    .prepare(
      `SELECT files.id AS file_id, files.name AS file_name, files.mime_type, files.size, files.object_key
       FROM files JOIN groups ON groups.id = files.group_id
       WHERE groups.organization_id = ?1 AND groups.type = 'organization'
         AND files.source <> 'integration' AND files.status IN ('pending', 'done', 'failed')
         AND (files.name LIKE 'glossary%.csv' OR files.name LIKE '用語集%.csv' OR files.name LIKE '%.tmx')
       ORDER BY files.id DESC LIMIT ?2`,
    )
    .bind(organizationId, limits.files)
    .all<AttachedFile>()
  const terms = { glossary: [], memory: [], unread: [] } as Terms & { unread: string[] }
  for (const file of results) {
    try {
      if (file.size > limits.bytes) throw new UnreadableDocument('too_large')
      const kind = /\.tmx$/i.test(file.file_name) ? 'memory' : 'glossary'
      const entries = await readingOf<Entry[]>(reader.readTerms(await streamOf(bucket, file), kind))
      // One by one: there may be more than a call takes arguments.
      for (const entry of entries) terms[kind].push(entry)
    } catch (error) {
      if (!(error instanceof UnreadableDocument || error instanceof ReaderFailed)) throw error
      terms.unread.push(file.file_name)
    }
  }
  return terms
}
