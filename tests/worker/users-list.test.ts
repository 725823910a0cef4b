import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Paged } from '~/contract/shared.ts'
import type { User } from '~/contract/users.ts'
import { refusal } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { explainedDatabase } from './harness/plans.ts'

/** More than one step of a streamed page, and more than two counters of the list. */
const many = 4500

let admin: Caller
let organizationId: number
let all: number[]

beforeAll(async () => {
  const here = await seedMembers('list.example', { admin: 'admin', user: 'user' })
  const there = await seedMembers('elsewhere.example', { admin: 'admin' })
  admin = here.admin
  organizationId = here.organization.id
  // Their ids alternate, and every tenth is gone again: lists have gaps.
  await fill([here.organization.id, there.organization.id])
  await env.DB.prepare("DELETE FROM users WHERE organization_id = ? AND email LIKE '%0@many.example'")
    .bind(organizationId)
    .run()
  const { results } = await env.DB.prepare('SELECT id FROM users WHERE organization_id = ? ORDER BY id DESC')
    .bind(organizationId)
    .all<{ id: number }>()
  all = results.map(({ id }) => id)
}, 60_000)

async function fill([one, other]: [number, number]) {
  const group = await env.DB.prepare('SELECT min(id) AS id FROM groups').first<number>('id')
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
     INSERT INTO users (organization_id, private_group_id, email)
     SELECT CASE organization WHEN 0 THEN ${one} ELSE ${other} END, ${group}, 'person-' || i || '@many.example'
     FROM n, (SELECT 0 AS organization UNION SELECT 1)`,
  ).run()
}

const list = async (query = '') => (await admin(`/web/v1/users${query}`)).json<Paged<User>>()
const idsOf = ({ data }: Paged<User>) => data.map(({ id }) => id)

describe('the list', () => {
  test('has twenty users a page, the latest first, and counts them without what is gone or elsewhere', async () => {
    const page = await list()
    expect(idsOf(page)).toEqual(all.slice(0, 20))
    expect(page).toMatchObject({ total: all.length, page: 1, pages: Math.ceil(all.length / 20), page_size: 20 })
    expect(new Set(page.data.map(({ organization_id }) => organization_id))).toEqual(new Set([organizationId]))
  })

  test.each([2, 57, 113, 150, 203])('finds page %i in either order', async (page) => {
    expect(idsOf(await list(`?page=${page}`))).toEqual(all.slice((page - 1) * 20, page * 20))
    expect(idsOf(await list(`?page=${page}&sort=id`))).toEqual(all.toReversed().slice((page - 1) * 20, page * 20))
  })

  test('ends with a page that is not full, and is empty behind it', async () => {
    const pages = Math.ceil(all.length / 7)
    expect(idsOf(await list(`?page=${pages}&page_size=7`))).toEqual(all.slice((pages - 1) * 7))
    expect(await list(`?page=${pages + 1}&page_size=7`)).toMatchObject({ data: [], total: all.length, pages })
  })

  test.each(['-id', 'id'])('gives a page of a million in order by %s, whole', async (sort) => {
    const page = await list(`?page_size=1000000&sort=${sort}`)
    expect(idsOf(page)).toEqual(sort === 'id' ? all.toReversed() : all)
    expect(page).toMatchObject({ total: all.length, pages: 1, page_size: 1_000_000 })
  })

  test('says of a user what an admin sees, and nothing of the account', async () => {
    const { data } = await list('?email=user@list')
    expect(data).toEqual([
      {
        id: expect.any(Number) as number,
        email: 'user@list.example',
        role: 'user',
        organization_id: organizationId,
        language: 'en',
        private_group_id: expect.any(Number) as number,
        name: null,
        joined: false,
        active: true,
        held: false,
        is_service: false,
        created_at: expect.stringMatching(/Z$/) as string,
      },
    ])
  })
})

describe('the search', () => {
  test('finds any part of an address in either case, in the own organisation alone', async () => {
    const page = await list('?email=SON-444')
    expect(page.data.map(({ email }) => email)).toEqual(
      [4449, 4448, 4447, 4446, 4445, 4444, 4443, 4442, 4441, 444].map((i) => `person-${i}@many.example`),
    )
    expect(page).toMatchObject({ total: 10, pages: 1 })
    expect(page).not.toHaveProperty('more')
  })

  test('has pages and both orders', async () => {
    const matches = await list('?email=@many&page_size=10000')
    expect(matches.total).toBe(many * 0.9)
    const rising = idsOf(matches).toReversed()
    expect(idsOf(await list('?email=@many&page=100&sort=id'))).toEqual(rising.slice(1980, 2000))
  })

  test('looks for less than three characters at the beginning of addresses', async () => {
    expect((await list('?email=US')).data.map(({ email }) => email)).toEqual(['user@list.example'])
    expect(await list('?email=so')).toMatchObject({ data: [], total: 0, pages: 1 })
  })

  test.each(['"', '""" OR """', 'person-1" OR "x', '*', '%', 'user_list', '\0user', 'organization : x', '日本語'])(
    'takes %j for a text',
    async (text) => {
      const response = await admin(`/web/v1/users?email=${encodeURIComponent(text)}`)
      expect(response.status).toBe(200)
      const expected = text === '\0user' ? 1 : 0
      expect((await response.json<Paged<User>>()).total).toBe(expected)
    },
  )

  test('counts ten thousand matches and says that there are more', async () => {
    const crowd = await seedMembers('crowd.example', { admin: 'admin' })
    const { id, users } = crowd.organization
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001)
       INSERT INTO users (organization_id, private_group_id, email)
       SELECT ${id}, ${users[0]!.privateGroupId}, 'c' || i || '@crowd.example' FROM n`,
    ).run()
    for (const part of ['c', 'crowd']) {
      const page = await (await crowd.admin(`/web/v1/users?email=${part}&page=500`)).json<Paged<User>>()
      expect(page).toMatchObject({ total: 10_000, pages: 500, more: true })
      expect(page.data).toHaveLength(20)
    }
  })
})

test('another organisation that is named is refused', async () => {
  const response = await admin(`/web/v1/users?organization_id=${organizationId + 1}`)
  expect(await refusal(response)).toEqual({ status: 403, code: 'operation_not_authorized' })
  expect((await admin(`/web/v1/users?organization_id=${organizationId}`)).status).toBe(200)
})

test('pages and searches are read from indexes', async () => {
  const plansOf = async (query: string, wanted: RegExp) => {
    const { DB, plansOf } = explainedDatabase()
    expect((await admin(`/web/v1/users?${query}`, { variables: { DB } })).status).toBe(200)
    const plans = await plansOf(wanted)
    expect(plans).not.toEqual([])
    return plans
  }
  const ofAddress = /"email" = |users_index|>= \?/
  for (const plan of [
    ...(await plansOf('page=2&page_size=3', /order by/)),
    ...(await plansOf('sort=id', /order by/)),
  ]) {
    expect(plan).toMatch(
      /SEARCH users USING (COVERING )?INDEX users_of_organization \(organization_id=\? AND id[<>]\?\)/,
    )
    expect(plan).not.toMatch(/SCAN users\b/)
  }
  for (const plan of await plansOf('email=ha', ofAddress))
    expect(plan).toMatch(/SEARCH users USING COVERING INDEX \S+ \(organization_id=\? AND email>\? AND email<\?\)/)
  for (const plan of await plansOf('email=hanako', ofAddress)) expect(plan).not.toMatch(/TEMP B-TREE|SCAN users\b/)
})
