import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { refusalOf } from './asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness.ts'

const many = 4500
let hanako: Caller
let taro: Caller

beforeAll(async () => {
  const { users } = await seedOrganization('Long lists', [
    { email: 'hanako@lists.example' },
    { email: 'taro@lists.example' },
  ])
  hanako = await signedIn('hanako@lists.example')
  taro = await signedIn('taro@lists.example')
  // Three of each second, so that the order within one counts too.
  const write = `
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
    INSERT INTO conversations (user_id, title, pipeline, updated_at)
    SELECT ?1, 'Talk ' || n, 'auto_ai', strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', (n / 3) || ' seconds') FROM numbers`
  await env.DB.batch([env.DB.prepare(write).bind(users[0]!.id, many), env.DB.prepare(write).bind(users[1]!.id, 2)])
})

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
  await env.DB.prepare('UPDATE conversations SET updated_at = ? WHERE id = ?')
    .bind('2026-02-01T00:00:00.000Z', first[500]!.id)
    .run()
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
