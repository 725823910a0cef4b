import type { AttachedText } from '../attached-texts.ts'

/** A file of which something has no text that could be read, such as scans. */
export interface UnreadFile {
  file_name: string
  /** Undefined where the whole file has none. */
  pages: number | undefined
}

/** The attached files that data cannot be taken from, wholly or on some pages. */
export async function unreadFiles(db: D1Database, texts: AttachedText[]): Promise<UnreadFile[]> {
  const { results } = await db
    .prepare('SELECT id, page_count FROM files WHERE id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(texts.map(({ file_id }) => file_id)))
    .all<{ id: number; page_count: number | null }>()
  const counts = new Map(results.map(({ id, page_count }) => [id, page_count ?? 0]))
  return texts.flatMap(({ file_id, file_name, pages }): UnreadFile[] => {
    if (pages.length === 0) return [{ file_name, pages: undefined }]
    const missing = counts.get(file_id)! - pages.length
    return missing > 0 ? [{ file_name, pages: missing }] : []
  })
}
