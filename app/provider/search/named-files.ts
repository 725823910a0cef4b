import { madeByProduct } from '~/provider/db/product-sources.ts'

/** What may be the end of a file's name in a question. */
const extension = /\.[a-z\d]{1,8}(?![a-z\d])/i

/** The files that the product generated for these groups and whose whole name, with its extension, stands in a question. */
export async function namedGeneratedFiles(db: D1Database, question: string, groupIds: number[]): Promise<number[]> {
  if (!extension.test(question)) return []
  const { results } = await db
    .prepare(
      `SELECT id FROM files INDEXED BY files_of_product
       WHERE ${madeByProduct} AND group_id IN (SELECT value FROM json_each(?1)) AND instr(lower(?2), lower(name)) > 0`,
    )
    .bind(JSON.stringify(groupIds), question)
    .all<{ id: number }>()
  return results.map(({ id }) => id)
}
