import { and, desc, inArray, ne, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import type { ParsedOf } from '~/contract/endpoint.ts'
import { ApiError } from '~/contract/errors.ts'
import { FileSource, type listFiles as endpoint, type StoredFile } from '~/contract/files.ts'
import type { Paged } from '~/contract/shared.ts'
import { pageNumbers } from '~/provider/api/page-numbers.ts'
import type { Call } from '~/provider/api/serve.ts'
import { contains } from '~/provider/db/contains.ts'
import { files } from '~/provider/db/index.ts'
import { onePage } from './one-page.ts'
import { readableGroups } from './policy.ts'
import { selectFiles, toStoredFile } from './stored-file.ts'

type Query = ParsedOf<typeof endpoint>['query']

/**
 * One page of the files that the caller may read, the latest first; crawled pages only where their source is asked for.
 * Groups out of reach give nothing, and no error.
 */
export async function listFiles({ query }: { query: Query }, { db, member }: Call): Promise<Paged<StoredFile>> {
  const wanted = and(inArray(files.group_id, readableGroups(db, member)), ...filters(query))
  const { ids, counted } = onePage(db, wanted, query)
  const [rows, [found]] = await db.batch([
    selectFiles(db).where(inArray(files.id, ids)).orderBy(desc(files.id)),
    counted,
  ])
  return { data: rows.map(toStoredFile), ...pageNumbers(found?.total ?? 0, query) }
}

function filters({ name, group_ids, source_types }: Query): SQL[] {
  return [
    ...(name ? [contains(files.name, name)] : []),
    ...(group_ids ? [isOneOf(files.group_id, group_ids.split(',').map(Number))] : []),
    source_types ? isOneOf(files.source, sourcesOf(source_types)) : ne(files.source, 'integration'),
  ]
}

function sourcesOf(text: string): FileSource[] {
  const { success, data } = z.array(FileSource).safeParse(text.split(','))
  if (!success) throw new ApiError('invalid_request', undefined, { message: 'source_types names an unknown source.' })
  return data
}

/** One parameter, however many values: D1 takes 100 in a statement. */
const isOneOf = (column: typeof files.group_id | typeof files.source, values: (number | string)[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
