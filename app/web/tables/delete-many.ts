import { hasCode } from '~/contract/errors.ts'

const atATime = 4

/** Deletes rows, some at a time, and gives those that could not be; one that is gone already counts as deleted. */
export async function deleteMany<Row extends { id: number }>(
  rows: readonly Row[],
  remove: (id: number) => Promise<unknown>,
): Promise<Row[]> {
  const failed: Row[] = []
  const left = rows.values()
  const work = async () => {
    for (const row of left) {
      await remove(row.id).catch((error: unknown) => {
        if (!hasCode(error, 'does_not_exist')) failed.push(row)
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return failed
}
