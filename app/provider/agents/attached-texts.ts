import type { DocumentPage } from '~/provider/documents/document.ts'
import { readPages } from '~/provider/documents/stored-pages.ts'
import type { AgentTask } from './agent.ts'
import { attachedFiles } from './attached-files.ts'

/** The text of an attached file, page by page. */
export interface AttachedText {
  file_id: number
  file_name: string
  pages: DocumentPage[]
}

/** A page of a file that is read as a whole. */
export interface SourcePage extends DocumentPage {
  file_id: number
  file_name: string
}

/** Characters that are read of all attached files together, some thousand pages: as many as a model reads part by part in the time of an answer. */
export const maxCharacters = 2_500_000

/** The attached files with all their pages, in the order of attaching; a file without text has none. `cut` where they were too long. */
export async function attachedTexts({
  db,
  bucket,
  fileIds,
  groupIds,
}: Pick<AgentTask, 'db' | 'bucket' | 'fileIds' | 'groupIds'>): Promise<{ texts: AttachedText[]; cut: boolean }> {
  let left = maxCharacters
  let cut = false
  const texts: AttachedText[] = []
  for (const file of await attachedFiles(db, { fileIds, groupIds })) {
    const pages: DocumentPage[] = []
    for await (const page of readPages(bucket, file)) {
      if (page.text.length > left) {
        cut = true
        break
      }
      left -= page.text.length
      pages.push(page)
    }
    texts.push({ file_id: file.file_id, file_name: file.file_name, pages })
  }
  return { texts, cut }
}

/** All pages one after another. */
export const pagesOf = (texts: AttachedText[]): SourcePage[] =>
  texts.flatMap(({ pages, ...file }) => pages.map((page) => ({ ...file, ...page })))
