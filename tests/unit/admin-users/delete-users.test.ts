import { expect, it } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import type { User } from '~/contract/users.ts'
import { deleteUsers } from '~/web/admin/users/delete-users.ts'

const users = Array.from({ length: 10 }, (_, i): User => ({
  id: i + 1,
  email: `p${i}@example.com`,
  role: 'user',
  organization_id: 1,
  language: 'ja',
  private_group_id: i + 1,
  name: null,
  joined: false,
  created_at: '2026-11-21T00:00:00.000Z',
}))

it('users are deleted four at a time', async () => {
  let running = 0
  let most = 0
  const seen: number[] = []
  await deleteUsers(users, async (id) => {
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    seen.push(id)
    running -= 1
  })
  expect(most).toBe(4)
  expect(seen.toSorted((one, other) => one - other)).toEqual(users.map(({ id }) => id))
})

it('those that could not be deleted are given back; one who is gone already counts as deleted', async () => {
  const failed = await deleteUsers(users, async (id) => {
    if (id === 3) throw new ApiError('operation_not_authorized')
    if (id === 5) throw new ApiError('does_not_exist', { entity: 'user' })
  })
  expect(failed.map(({ id }) => id)).toEqual([3])
})
