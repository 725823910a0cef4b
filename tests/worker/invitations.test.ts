import { expect, test } from 'vitest'
import type { Invitation } from '~/contract/invitations.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'

let round = 0

/** Two organisations that have invited the same address, with one more address each, and the calls of who has it. */
async function invitedTwice() {
  round += 1
  const email = `hanako-${round}@example.com`
  const first = await seedOrganization('First', [{ email }, { email: `first-${round}@example.com` }])
  const second = await seedOrganization('Second', [{ email }, { email: `second-${round}@example.com` }])
  return { email, first, second, hanako: await signedIn(email) }
}

const join = (caller: Caller, id: number) => caller(`/web/v1/invitations/${id}/acceptance`, { method: 'POST' })
const invitationsOf = async (caller: Caller) =>
  ((await (await caller('/web/v1/invitations')).json()) as { items: Invitation[] }).items
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

test('an address that two organisations have invited is told both, and joins the one that it accepts', async () => {
  const { first, second, hanako } = await invitedTwice()
  expect(await codeOf(await hanako('/web/v1/users/me'))).toBe('organization_not_chosen')
  expect(await invitationsOf(hanako)).toEqual([
    { id: first.users[0]!.id, organization: 'First', created_at: expect.any(String) },
    { id: second.users[0]!.id, organization: 'Second', created_at: expect.any(String) },
  ])
  expect((await join(hanako, second.users[0]!.id)).status).toBe(204)
  expect(await (await hanako('/web/v1/users/me')).json()).toMatchObject({ organization_id: second.id })
  expect(await invitationsOf(hanako)).toEqual([])
})

test('an invitation that is accepted twice makes one member, and the other organisation gets none afterwards', async () => {
  const { first, second, hanako } = await invitedTwice()
  const statuses = await Promise.all([1, 2].map(async () => (await join(hanako, first.users[0]!.id)).status))
  expect(statuses).toEqual([204, 204])
  expect((await join(hanako, second.users[0]!.id)).status).toBe(404)
  expect(await (await hanako('/web/v1/users/me')).json()).toMatchObject({ organization_id: first.id })
})

test('nobody accepts the invitation of another address, nor learns whether there is one', async () => {
  const { first, hanako } = await invitedTwice()
  const refused = await join(hanako, first.users[1]!.id)
  const missing = await join(hanako, 999_999_999)
  expect([refused.status, missing.status]).toEqual([404, 404])
  expect(await refused.text()).toBe(await missing.text())
})
