import { expect, test } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { heldQueue } from './harness/files.ts'
import { signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { admin, user, organization } = await seedMembers('recorded.example', { admin: 'admin', user: 'user' })

const actions = async () => {
  const { data } = await (await admin('/v1/actions')).json<Paged<AdminAction>>()
  return data.map(({ action, target, details }) => ({ action, target, details }))
}

test('what an admin does with users is recorded, and what is refused or changes nothing is not', async () => {
  const { JOBS } = heldQueue()
  const variables = { JOBS }
  const email = 'guest@recorded.example'
  const invited = await admin('/v1/users', { method: 'POST', json: { email }, variables })
  const { id } = await invited.json<User>()
  await admin('/v1/users', { method: 'POST', json: { email }, variables })
  await admin(`/v1/users/${id}`, { method: 'PUT', json: { role: 'admin' } })
  await admin(`/v1/users/${id}`, { method: 'PUT', json: { role: 'admin', language: 'en' } })
  await user(`/v1/users/${id}`, { method: 'DELETE', variables })
  await admin(`/v1/users/${id}`, { method: 'DELETE', variables })
  await admin('/web/v1/users/import', {
    method: 'POST',
    json: [
      { email, role: 'user' },
      { email: 'x', role: 'user' },
    ],
    variables,
  })
  await admin('/web/v1/users/csv?email=guest')

  expect(await actions()).toEqual([
    { action: 'users_exported', target: 'csv', details: { email: 'guest' } },
    { action: 'users_imported', target: 'csv', details: { created: 1, existing: 0, invalid: 1 } },
    { action: 'user_deleted', target: email, details: { user_id: id, role: 'admin' } },
    { action: 'user_role_changed', target: email, details: { user_id: id, before: 'user', after: 'admin' } },
    { action: 'user_invited', target: email, details: { user_id: id, role: 'user' } },
  ])
})

test('the export has all users of the organisation, or those of a search, with a header that an import takes', async () => {
  const { JOBS } = heldQueue()
  const people = Array.from({ length: 1200 }, (_, i) => ({ email: `p${i}@export.example`, role: 'user' }))
  await admin('/web/v1/users/import', { method: 'POST', json: people, variables: { JOBS } })
  const read = async (query: string) => {
    const { download_url } = await (await admin(`/web/v1/users/csv${query}`)).json<{ download_url: string }>()
    const { pathname, search } = new URL(download_url)
    const lines = (await (await signedOut(pathname + search)).text()).trimEnd().split('\r\n')
    return lines.map((line) => line.split(','))
  }
  const [header, ...all] = await read('')
  expect(header).toEqual(['id', 'email', 'role', 'name', 'language', 'joined', 'active', 'created_at'])
  const { data } = await (await admin('/web/v1/users?page_size=10000')).json<Paged<User>>()
  expect(all.map(([id]) => Number(id))).toEqual(data.map(({ id }) => id))
  expect((await read('?email=@export')).slice(1)).toHaveLength(1200)
  expect((await read('?email=P1')).slice(1).map(([, email]) => email)).toEqual(
    people
      .map(({ email }) => email)
      .filter((email) => email.startsWith('p1'))
      .toSorted(),
  )
  const refused = await admin(`/web/v1/users/csv?organization_id=${organization.id + 1}`)
  expect(refused.status).toBe(403)
})
