/** Files of one run; what is left then is for the next. */
const most = 1000

/** The files whose passages are not in the index, since it was replaced by a migration. */
export async function unindexedFiles(db: D1Database): Promise<number[]> {
  const { results } = await db
    .prepare('SELECT file_id FROM unindexed_files ORDER BY file_id DESC LIMIT ?')
    .bind(most)
    .all<{ file_id: number }>()
  return results.map(({ file_id }) => file_id)
}
