import { expect, test } from 'vitest'
import type { BlockedKeyword } from '~/contract/keywords.ts'
import type { Paged } from '~/contract/shared.ts'
import { actionsOf } from './harness/audits.ts'
import { refusalOf } from './harness/asking.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { organization, admin, user } = await seedMembers('rules.test', { admin: 'admin', user: 'user' })
const { organization: elsewhere, admin: stranger } = await seedMembers('rules-other.test', { admin: 'admin' })

const add = (caller: Caller, json: object, headers?: Record<string, string>) =>
  caller('/v1/blocked-keywords', { method: 'POST', json, ...(headers && { headers }) })

async function added(caller: Caller, keyword: string): Promise<BlockedKeyword> {
  const response = await add(caller, { keyword })
  expect(response.status).toBe(200)
  return response.json<BlockedKeyword>()
}

const list = async (caller: Caller, query = '') =>
  (await caller(`/v1/blocked-keywords?${query}`)).json<Paged<BlockedKeyword>>()

const remove = (caller: Caller, id: number) => caller(`/v1/blocked-keywords/${id}`, { method: 'DELETE' })

test('keywords are listed with the latest first, found in any form, and paged by twenty', async () => {
  for (let number = 1; number <= 21; number++) await added(admin, `word ${number}`)
  const gas = await added(admin, 'ガス管')
  const first = await list(admin)
  expect(first.data[0]).toEqual(gas)
  expect(first).toMatchObject({ total: 22, page: 1, pages: 2, page_size: 20 })
  expect((await list(admin, 'page=2')).data.map(({ keyword }) => keyword)).toEqual(['word 2', 'word 1'])
  expect((await list(admin, `keyword=${encodeURIComponent('ｶﾞｽ')}`)).data).toEqual([gas])
  expect(await list(admin, `keyword=${encodeURIComponent('ＷＯＲＤ 2')}`)).toMatchObject({ total: 3 })
  expect(await list(admin, 'keyword=%25')).toMatchObject({ data: [], total: 0, pages: 1 })
})

test('a keyword that says the same after folding exists already, in one organisation', async () => {
  await added(admin, 'Straße')
  for (const keyword of ['strasse', 'ＳＴＲＡＳＳＥ', ' stra\u200bsse '])
    expect(await refusalOf(add(admin, { keyword }))).toMatchObject({ status: 409, code: 'already_exists' })
  await added(stranger, 'strasse')
})

test('the same call twice adds once, and an empty or invisible keyword is refused', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await (await add(admin, { keyword: 'once' }, headers)).json()
  expect(await (await add(admin, { keyword: 'once' }, headers)).json()).toEqual(first)
  for (const keyword of ['', '   ', '\u200b\u3164', 'x'.repeat(201)])
    expect(await refusalOf(add(admin, { keyword }))).toMatchObject({ status: 400, code: 'invalid_request' })
})

test('the same call twice at once adds once, and both are told of it', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const calls = [1, 2].map(async () => (await add(admin, { keyword: 'at once' }, headers)).json())
  const [first, second] = await Promise.all(calls)
  expect(first).toMatchObject({ keyword: 'at once' })
  expect(second).toEqual(first)
})

test('adding and deleting are recorded, a call that changes nothing is not', async () => {
  const before = await actionsOf(elsewhere.id)
  const { id } = await added(stranger, 'recorded')
  await add(stranger, { keyword: 'RECORDED' })
  expect((await remove(stranger, id)).status).toBe(204)
  expect((await remove(stranger, id)).status).toBe(404)
  expect((await actionsOf(elsewhere.id)).slice(before.length)).toEqual([
    expect.objectContaining({ action: 'keyword_added', target: 'recorded' }),
    expect.objectContaining({ action: 'keyword_deleted', target: 'recorded' }),
  ])
})

test("users reach none of it, and admins nothing of another organisation's", async () => {
  const { id } = await added(admin, 'hidden')
  const recorded = await actionsOf(organization.id)
  for (const call of [
    user('/v1/blocked-keywords'),
    add(user, { keyword: 'mine' }),
    remove(user, id),
    stranger(`/v1/blocked-keywords?organization_id=${organization.id}`),
    add(stranger, { keyword: 'mine', organization_id: organization.id }),
  ]) {
    const response = await call
    const text = await response.text()
    expect(response.status).toBe(403)
    expect(JSON.parse(text)).toMatchObject({ code: 'operation_not_authorized' })
    expect(text).not.toContain('hidden')
  }
  const foreign = await refusalOf(remove(stranger, id))
  expect(foreign).toEqual({ ...(await refusalOf(remove(stranger, 999_999))) })
  expect(foreign).toMatchObject({ status: 404, code: 'does_not_exist', info: { entity: 'keyword' } })
  expect(await list(admin, 'keyword=hidden')).toMatchObject({ total: 1 })
  expect(await actionsOf(organization.id)).toEqual(recorded)
})
