import { attachedFiles } from './attached-files.ts'

/** The text of an attached file, page by page. */
export interface AttachedText {
  file_id: number
  file_name: string
  pages: { page: number; text: string }[]
}

/** A page of a file that is read as a whole. */
export interface SourcePage {
  file_id: number
  file_name: string
  page: number
  text: string
}

/** Characters that are read of all attached files together, some thousand pages: as many as a model reads part by part in the time of an answer. */
export const mostCharacters = 2_500_000

/** The attached files with all their pages, in the order of attaching; a file without text has none. `cut` where they were too long. */
export async function attachedTexts(
  db: D1Database,
  { fileIds, groupIds }: { fileIds: number[]; groupIds: number[] },
): Promise<{ texts: AttachedText[]; cut: boolean }> {
  const files = await attachedFiles(db, { fileIds, groupIds })
  let left = mostCharacters
  const texts: AttachedText[] = []
  for (const { file_id, file_name } of files) {
    const { results } = await db
      .prepare(
        `SELECT page, text FROM (
           SELECT page, text, sum(length(text)) OVER (ORDER BY page) AS characters FROM pages WHERE file_id = ?1
         ) WHERE characters <= ?2 ORDER BY page`,
      )
      .bind(file_id, left)
      .all<{ page: number; text: string }>()
    left -= results.reduce((sum, { text }) => sum + text.length, 0)
    texts.push({ file_id, file_name, pages: results })
  }
  return { texts, cut: await isCut(db, texts) }
}

/** Whether a page was left out. */
async function isCut(db: D1Database, texts: AttachedText[]): Promise<boolean> {
  const row = await db
    .prepare('SELECT count(*) AS pages FROM pages WHERE file_id IN (SELECT value FROM json_each(?))')
    .bind(JSON.stringify(texts.map(({ file_id }) => file_id)))
    .first<{ pages: number }>()
  return (row?.pages ?? 0) > texts.reduce((sum, { pages }) => sum + pages.length, 0)
}

/** All pages one after another. */
export const pagesOf = (texts: AttachedText[]): SourcePage[] =>
  texts.flatMap(({ pages, ...file }) => pages.map((page) => ({ ...file, ...page })))
