import { runInDurableObject } from 'cloudflare:test'
import { expect, test, vi } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { listConversations } from '~/provider/conversations/list.ts'
import { openMemberDatabase } from '~/provider/conversations/tables.ts'
import { answered, ask, refusalOf } from './harness/asking.ts'
import type { Caller } from './harness/callers.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { isDelta, scripted, StreamReader } from './harness/streams.ts'

const many = 4500
const { hanako, taro } = await seedMembers('lists.example', { hanako: 'user', taro: 'user' })

/** Gives a member conversations, three of each second, so that the order within one counts too. */
const insertTalks = (email: string, talks: number) =>
  queryMember(
    email,
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
     INSERT INTO conversations (title, agent, updated_at)
     SELECT 'Talk ' || n, 'auto_ai', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (n / 3) || ' seconds') FROM numbers`,
    talks,
  )
await insertTalks('hanako@lists.example', many)
await insertTalks('taro@lists.example', 2)

const list = async (caller: Caller, query = '') =>
  (await (await caller(`/web/v1/conversations${query}`)).json()) as Paged<Conversation>
const placeOf = ({ updated_at, id }: Conversation) => encodeURIComponent(`${updated_at},${id}`)

test('a page of thousands is whole and in order, and is written in pieces', async () => {
  const response = await hanako('/web/v1/conversations')
  const pieces: string[] = []
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) pieces.push(piece)
  expect(pieces.length).toBeGreaterThan(2)
  const { data, ...rest } = JSON.parse(pieces.join('')) as Paged<Conversation>
  expect(rest).toEqual({ total: many, page: 1, pages: 1, page_size: 100_000 })
  expect(data.map(({ title }) => title)).toEqual(Array.from({ length: many }, (_, i) => `Talk ${many - i}`))
})

test('pages of any size add up to the list', async () => {
  const { data: all } = await list(hanako)
  for (const size of [1999, 2000, 2001, 4000]) {
    const found: Conversation[] = []
    for (let page = 1; page <= Math.ceil(many / size); page++) {
      const { data, total, pages } = await list(hanako, `?page_size=${size}&page=${page}`)
      expect({ total, pages }).toEqual({ total: many, pages: Math.ceil(many / size) })
      found.push(...data)
    }
    expect(found).toEqual(all)
  }
})

test('the list goes on behind a place, whatever was added before it meanwhile', async () => {
  const { data: first } = await list(hanako, '?page_size=1000')
  await queryMember(
    'hanako@lists.example',
    "UPDATE conversations SET updated_at = '2026-02-01T00:00:00.000Z' WHERE id = ?",
    first[500]!.id,
  )
  const { data: rest, total } = await list(hanako, `?after=${placeOf(first.at(-1)!)}`)
  expect(total).toBe(many)
  expect(rest).toHaveLength(many - 1000)
  expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(many)
})

test('behind a place of somebody else’s list come only the caller’s own', async () => {
  const [hers] = (await list(hanako)).data
  const { data } = await list(taro, `?after=${placeOf(hers!)}`)
  expect(data.map(({ title }) => title)).toEqual(['Talk 2', 'Talk 1'])
})

test('a place that is none is refused', async () => {
  for (const place of ['1', 'x,1', '2026-01-01T00:00:00.000Z', "2026-01-01T00:00:00.000Z,1' OR 1"]) {
    expect(await refusalOf(hanako(`/web/v1/conversations?after=${encodeURIComponent(place)}`))).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  }
})

test('the favorites alone, however old they are', async () => {
  const { data: all } = await list(hanako)
  for (const [title, favorite] of [
    ['Talk 4400', true],
    ['Talk 7', true],
    ['Talk 9', false],
  ]) {
    const { id } = all.find((conversation) => conversation.title === title)!
    await hanako(`/v1/conversations/${id}`, { method: 'PUT', json: { favorite } })
  }
  const favorites = await list(hanako, '?favorite=true&page_size=200')
  expect(favorites.data.map(({ title, favorite }) => ({ title, favorite }))).toEqual([
    { title: 'Talk 4400', favorite: true },
    { title: 'Talk 7', favorite: true },
  ])
  expect(favorites).toMatchObject({ total: 2, pages: 1 })
  expect((await list(taro, '?favorite=true')).data).toEqual([])
  // Read by an index: among 100,000 conversations, looking at each would take a while at every page view.
  const plan = await runInDurableObject(await memberObjectOf('hanako@lists.example'), (_, { storage }) => {
    const statement = vi.spyOn(storage.sql, 'exec')
    listConversations(openMemberDatabase(storage), { page: 1, page_size: 50, favorite: 'true' })
    const [query, ...values] = statement.mock.calls[0]!
    return storage.sql.exec<{ detail: string }>(`EXPLAIN QUERY PLAN ${query}`, ...values).toArray()
  })
  expect(plan.map(({ detail }) => detail)).toContainEqual(expect.stringContaining('favorites_by_time'))
})

test('says where an answer is being written, as long as it is', async () => {
  const runningOf = async () => (await list(taro)).data.filter(({ running }) => running).map(({ title }) => title)
  await answered(taro, { query: 'Written already' })
  const { mark, release } = await scripted([{ say: 'Slow' }, { hold: true }, { say: ' but sure.' }])
  const stream = new StreamReader(await ask(taro, { query: mark }))
  await stream.until(isDelta)
  expect(await runningOf()).toEqual([expect.stringContaining(mark)])
  expect((await list(taro)).data.filter((conversation) => 'running' in conversation)).toHaveLength(1)
  expect((await list(hanako)).data.some(({ running }) => running)).toBe(false)
  await release()
  await stream.rest()
  expect(await runningOf()).toEqual([])
})
