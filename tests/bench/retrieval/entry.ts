import { findPassages } from '~/provider/search/find-passages.ts'
import { type IndexedFile, indexFile } from '~/provider/search/index-file.ts'
import provider from '../../worker/harness/entry.ts'
import type { CollectedDocument } from './collection/collection.ts'
import { plainIndex, plainSearch } from './plain.ts'
import { type Language, textOf } from './texts.ts'

export * from '../../worker/harness/entry.ts'

export interface Fill {
  fileId: number
  groupId: number
  language: Language
  /** The numbers of its texts. */
  from: number
  to: number
  /** Without plain FTS5 beside it. */
  alone?: boolean
  /** Whether the file fills its shard, so that the next one has another. */
  fillsShard?: boolean
}

export interface Search {
  text: string
  groupIds: number[]
  plain: boolean
  rounds: number
  limit: number
}

/** A small collection, in a group of its own. */
export interface FillCollection {
  documents: CollectedDocument[]
  groupId: number
  /** The ids of the files follow on it. */
  firstFile: number
  /** The shards that the documents are divided among. */
  shards: number
}

/** The provider's search, and beside it plain FTS5 over the same passages. */
export default {
  ...provider,
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    if (pathname === '/fill') return fill(await request.json<Fill>(), env)
    if (pathname === '/fill-collection') return fillCollection(await request.json<FillCollection>(), env)
    return search(await request.json<Search>(), env)
  },
} satisfies ExportedHandler<Env>

async function fill({ fileId, groupId, language, from, to, alone, fillsShard }: Fill, env: Env): Promise<Response> {
  const texts = Array.from({ length: to - from }, (_, i) => textOf(language, from + i))
  const file = { id: fileId, group_id: groupId, name: `file-${fileId}.txt` }
  await add(fillsShard ? full(env) : env, file, texts, alone)
  return Response.json(null)
}

async function fillCollection({ documents, groupId, firstFile, shards }: FillCollection, env: Env): Promise<Response> {
  for (const [index, { name, pages }] of documents.entries()) {
    // The last document of each shard fills it.
    const isLast = (index + 1) % Math.ceil(documents.length / shards) === 0
    await add(isLast ? full(env) : env, { id: firstFile + index, group_id: groupId, name }, pages)
  }
  return Response.json(null)
}

const full = (env: Env): Env => ({ ...env, LIBRARY_SHARD_BYTES: '1' as Env['LIBRARY_SHARD_BYTES'] })

async function add(env: Env, file: IndexedFile, texts: string[], alone = false): Promise<void> {
  const db = env.DB
  await db.batch([
    db
      .prepare("INSERT OR IGNORE INTO groups (id, organization_id, name, type) VALUES (?, 1, 'G', 'organization')")
      .bind(file.group_id),
    db
      .prepare(
        `INSERT INTO files (id, organization_id, group_id, object_key, name, type, mime_type, size, source, status)
         VALUES (?1, 1, ?2, ?1, ?3, 'document', 'text/plain', 1, 'upload', 'done')`,
      )
      .bind(file.id, file.group_id, file.name),
  ])
  const pages = texts.map((text, index) => ({ page: index + 1, text }))
  await indexFile(env, file, pages)
  if (!alone) await plainIndex(db, file, pages)
}

async function search({ text, groupIds, plain, rounds, limit }: Search, env: Env): Promise<Response> {
  let found: unknown[] = []
  for (let round = 0; round < rounds; round++) {
    const asked = { text, groupIds, limit }
    found = await (plain ? plainSearch(env.DB, asked) : findPassages(env, asked))
  }
  return Response.json(found)
}
