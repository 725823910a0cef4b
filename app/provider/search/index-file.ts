import type { FileSource } from '~/contract/files.ts'
import type { DocumentPage } from '~/provider/documents/extract.ts'
import { storePages } from '~/provider/documents/stored-pages.ts'
import { passagesOf } from './passages.ts'
import { shelfOf } from './shelves.ts'
import { titleOf, tokensOf } from './tokens.ts'
import type { Terms } from './terms.ts'

/** Characters of text that one transaction writes. */
const batchCharacters = 100_000
/** Passages of one statement; with their terms they stay well below the 2 MB that a parameter may have. */
const passagesPerStatement = 60

/** Where passages and the texts of pages are. */
export type Library = Pick<Env, 'DB' | 'FILES'>

/** A file as the index knows it. */
export interface IndexedFile {
  id: number
  group_id: number
  name: string
  /** An upload where not given. */
  source?: FileSource | undefined
}

/**
 * Replaces the text of a file's pages, its passages and index rows. Safe to repeat, and to run twice at a time: each
 * transaction replaces a range of pages as a whole, and the ranges cover every page number. What is written of a file that is
 * deleted meanwhile goes as well.
 * @param pages in ascending order of their numbers
 */
export async function indexFile({ DB: db, FILES }: Library, file: IndexedFile, pages: DocumentPage[]): Promise<void> {
  const stored = await findFile(db, file.id)
  if (!stored) return
  await storePages(FILES, stored, pages)
  let after = 0
  for (const part of batches(pages)) {
    const last = part.at(-1)!.page
    await db.batch([...clear(db, file.id, after, last), ...insert(db, file, part)])
    after = last
  }
  await db.batch(clear(db, file.id, after, Number.MAX_SAFE_INTEGER))
  if (!(await findFile(db, file.id))) await storePages(FILES, stored, [])
}

/** Removes a file's text from the index, and then the text itself. Safe to repeat. */
export async function removeFromIndex({ DB: db, FILES }: Library, fileId: number): Promise<void> {
  await db.batch(clear(db, fileId, 0, Number.MAX_SAFE_INTEGER))
  const file = await findFile(db, fileId)
  if (file) await storePages(FILES, file, [])
}

const findFile = (db: D1Database, id: number) =>
  db.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<{ object_key: string }>()

/** The index rows go with their passages, by a trigger. */
function clear(db: D1Database, fileId: number, after: number, last: number): D1PreparedStatement[] {
  return [db.prepare('DELETE FROM passages WHERE file_id = ? AND page > ? AND page <= ?').bind(fileId, after, last)]
}

function insert(db: D1Database, file: IndexedFile, pages: DocumentPage[]): D1PreparedStatement[] {
  const title = titleOf(file.name)
  const passages = pages.flatMap(({ page, text }) => passagesOf(text).map((passage) => ({ page, text: passage })))
  return chunks(passages, passagesPerStatement).flatMap((chunk) => insertPassages(db, file, title, chunk))
}

/**
 * Two statements for many passages. Ids are given in order and nobody else writes within the transaction, so the
 * passages just inserted are the last ones, and an index row finds its own by counting back.
 */
function insertPassages(
  db: D1Database,
  file: IndexedFile,
  title: Terms,
  passages: { page: number; text: string }[],
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO passages (file_id, group_id, page, text)
         SELECT ?1, ?2, value ->> 'page', value ->> 'text' FROM json_each(?3) ORDER BY key`,
      )
      .bind(file.id, file.group_id, JSON.stringify(passages)),
    db
      .prepare(
        `INSERT INTO passages_index (rowid, tokens)
         SELECT (SELECT max(id) FROM passages) - ?1 + 1 + key, value FROM json_each(?2) ORDER BY key`,
      )
      .bind(passages.length, JSON.stringify(passages.map(({ text }) => tokensOf(text, title, shelfOf(file))))),
  ]
}

function* batches(pages: DocumentPage[]): Generator<DocumentPage[]> {
  let batch: DocumentPage[] = []
  let characters = 0
  for (const page of pages) {
    if (batch.length > 0 && characters + page.text.length > batchCharacters) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(page)
    characters += page.text.length
  }
  if (batch.length > 0) yield batch
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
