import { constants, copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { objectFile } from '../object-file.ts'
import type { Bench } from '../prepare.ts'
import { execute } from '../product.ts'
import { post } from '../retrieval/calls.ts'
import type { Fill } from '../retrieval/entry.ts'

/** A page is about 2,800 characters, which are four passages; a file has so many of them. */
const passagesOfPage = 4
const fileLength = 500

interface Libraries {
  /** Of each shard. */
  pages: number
  /** Of the group `several`; `one` has one. */
  shards: number
  groups: { one: number; several: number }
}

/** Has the product fill one shard, and copies its file for the others, with files of their own. The product is stopped then. */
export async function fillLibraries(bench: Bench, { pages, shards, groups }: Libraries): Promise<void> {
  const product = await bench.startProduct({ entry: 'tests/bench/retrieval/entry.ts' })
  const { database } = product
  await execute(database, ["INSERT INTO organizations (id, name) VALUES (1, 'Example')"])
  const files = Math.ceil((pages * passagesOfPage) / fileLength)
  for (let fileId = 1; fileId <= files; fileId++) {
    const language = fileId % 2 === 0 ? 'en' : 'ja'
    const [from, to] = [fileId * fileLength, (fileId + 1) * fileLength]
    const fill: Fill = { fileId, groupId: groups.one, language, from, to, alone: true }
    await post(product.url, '/fill', fill)
  }
  const filled = (await database.prepare('SELECT id, object_key FROM library_shards').first()) as Shard
  const copies = Array.from({ length: shards }, (_, index) => filled.id + 1 + index)
  await execute(database, [
    `INSERT INTO groups (id, organization_id, name, type) VALUES (${groups.several}, 1, 'Several', 'organization')`,
    ...copies.flatMap((id, index) => [
      `INSERT INTO library_shards (id, group_id, object_key, is_open) VALUES (${id}, ${groups.several}, 'shard-${id}', 0)`,
      `INSERT INTO files (id, organization_id, group_id, object_key, name, type, mime_type, size, source, status, shard_id)
       SELECT id + ${(index + 1) * files}, 1, ${groups.several}, id + ${(index + 1) * files}, name, type, mime_type, size, source, status, ${id}
       FROM files WHERE shard_id = ${filled.id}`,
    ]),
  ])
  await product.stop()

  const fileOf = (key: string) => objectFile(bench.state, 'LibraryShard', key)
  open(fileOf(filled.object_key), 'PRAGMA wal_checkpoint(TRUNCATE)')
  for (const [index, id] of copies.entries()) {
    copyFileSync(fileOf(filled.object_key), fileOf(`shard-${id}`), constants.COPYFILE_FICLONE)
    const added = (index + 1) * files
    open(
      fileOf(`shard-${id}`),
      `PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; DROP INDEX passages_of_file;
       UPDATE passages SET file_id = file_id + ${added}; UPDATE files SET id = id + ${added};
       CREATE INDEX passages_of_file ON passages (file_id); PRAGMA wal_checkpoint(TRUNCATE)`,
    )
  }
}

interface Shard {
  id: number
  object_key: string
}

function open(file: string, statements: string): void {
  const database = new DatabaseSync(file)
  database.exec(statements)
  database.close()
}
