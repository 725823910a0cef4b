import { expect, test } from 'vitest'
import type { VerificationEvent } from '~/contract/audits.ts'
import { refusalOf } from './harness/asking.ts'
import { actionsOf, chainRows, execute } from './harness/audits.ts'
import { seedMembers } from './harness/members.ts'

const { organization, admin, hanako } = await seedMembers('verify.test', { admin: 'admin', hanako: 'user' })
const { admin: stranger } = await seedMembers('other-verify.test', { admin: 'admin' })

const path = `/v1/organizations/${organization.id}/audits/verification`

async function verification(): Promise<VerificationEvent[]> {
  const response = await admin(path)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  const events = (await response.text()).split('\n\n').slice(0, -1)
  return events.map((event) => JSON.parse(event.replace(/^data: /, '')) as VerificationEvent)
}

test('an admin is told how far the verification is, and at the end the rows and the hash of the last', async () => {
  await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'walrus' } })
  const events = await verification()
  const rows = await chainRows(organization.id)
  expect(events).toEqual([
    { type: 'progress', rows: 0, total: 2 },
    { type: 'progress', rows: 2, total: 2 },
    { type: 'end', rows: 2, head: rows.at(-1)!.hash, problems: 0, erased: 0 },
  ])
})

test('it is recorded as what the admin did', async () => {
  expect((await actionsOf(organization.id)).at(-1)).toEqual({
    action: 'audits_verified',
    target: 'audits',
    details: '{}',
  })
})

test('a problem is told where it is found, and counted at the end', async () => {
  await execute(organization.id, "UPDATE audits SET target = 'other' WHERE seq = 1")
  const events = await verification()
  expect(events).toContainEqual({ type: 'problem', code: 'row_altered', seq: 1 })
  expect(events.at(-1)).toMatchObject({ type: 'end', problems: 1 })
})

test('users reach none of it, and admins of another organisation neither', async () => {
  for (const caller of [hanako, stranger])
    expect(await refusalOf(caller(path))).toMatchObject({ status: 403, code: 'operation_not_authorized' })
})
