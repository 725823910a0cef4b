import { ApiError } from '~/contract/errors.ts'
import type { User } from '~/contract/users.ts'
import { deleteUser } from './users.functions.ts'

const atATime = 4

/** Deletes users and gives those that could not be; one that is gone already counts as deleted. */
export async function deleteUsers(users: readonly User[], remove = removeUser): Promise<User[]> {
  const failed: User[] = []
  const left = users.values()
  const work = async () => {
    for (const user of left) {
      await remove(user.id).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'does_not_exist')) failed.push(user)
      })
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return failed
}

const removeUser = (id: number) => deleteUser({ data: { id } })
