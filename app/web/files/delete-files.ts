import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { deleteFile } from './files.functions.ts'

const atATime = 4

/** Deletes files and gives those that could not be; one that is gone already counts as deleted. */
export async function deleteFiles(files: readonly StoredFile[], remove = removeFile): Promise<StoredFile[]> {
  const failed: StoredFile[] = []
  const left = files.values()
  const work = async () => {
    for (const file of left) {
      await remove(file.id).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'does_not_exist')) failed.push(file)
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return failed
}

const removeFile = (id: number) => deleteFile({ data: { id } })
