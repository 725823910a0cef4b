import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import type { ConversationHit, MarkedText } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { answered, ask, entriesOf, refusalOf } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { scripted, StreamReader } from './harness/streams.ts'

const { organization, hanako, taro, admin } = await seedMembers('search.example', {
  hanako: 'user',
  taro: 'user',
  admin: 'admin',
})

type Found = Paged<ConversationHit> & { complete: boolean }

const search = async (caller: Caller, q: string, page = 1) =>
  (await (await caller(`/web/v1/conversations/search?q=${encodeURIComponent(q)}&page=${page}`)).json()) as Found
const titlesOf = async (caller: Caller, q: string) =>
  (await search(caller, q)).data.map(({ conversation }) => conversation.title)
const hitsOf = (text: MarkedText | null | undefined) => text?.filter(({ hit }) => hit).map(({ text }) => text)
const textOf = (text: MarkedText | null | undefined) => text?.map(({ text }) => text).join('')

const emails = ['hanako@search.example', 'taro@search.example', 'admin@search.example']

/** A conversation, as another version of the product may have written it. */
async function write(member: number, title: string, ...messages: string[]): Promise<number> {
  const email = emails[member]!
  const [made] = await queryMember<{ id: number }>(
    email,
    "INSERT INTO conversations (title, agent) VALUES (?, 'auto_ai') RETURNING id",
    title,
  )
  for (const message of messages) {
    const question = "INSERT INTO entries (conversation_id, kind, agent, text) VALUES (?, 'question', 'auto_ai', ?)"
    await queryMember(email, question, made!.id, message)
  }
  return made!.id
}

const rowsOf = async (table: string, email = emails[0]!) =>
  (await queryMember<{ rows: number }>(email, `SELECT count(*) AS rows FROM ${table}`))[0]!.rows

describe('what is found', () => {
  test('titles and messages, by English words in any form and by the beginning of the last one', async () => {
    await write(0, 'Travel policies', 'How are employees paid back?')
    for (const q of ['policy', 'TRAVEL', 'ｔｒａｖｅｌ', 'employee paid', 'emplo', 'policies travel']) {
      expect(await titlesOf(hanako, q), q).toEqual(['Travel policies'])
    }
    for (const q of ['trave policy', 'travel budget', 'ployee']) expect(await titlesOf(hanako, q), q).toEqual([])
  })

  test('Japanese words of two letters, within longer words and across scripts', async () => {
    await write(0, '年次有給休暇の日数', '東京都の天気予報を教えてください。', 'Q3予算のサーバー費用')
    for (const q of ['有給', '休暇', '天気', '京都', '予報', 'Q3予算', 'サーバ', 'ｻｰﾊﾞｰ', '暇の']) {
      expect(await titlesOf(hanako, q), q).toEqual(['年次有給休暇の日数'])
    }
    for (const q of ['有休', '予天', '費予']) expect(await titlesOf(hanako, q), q).toEqual([])
  })

  test('the question at once and the answer from its end on, and a new title in place of the old one', async () => {
    const { mark, release } = await scripted([{ say: 'The wombat ' }, { hold: true }, { say: 'sleeps.' }])
    const stream = new StreamReader(await ask(hanako, { query: `${mark} marsupial` }))
    await stream.until(({ data }) => 'delta' in data)
    expect((await search(hanako, 'marsupial')).total).toBe(1)
    expect((await search(hanako, 'wombat')).total).toBe(0)
    await release()
    await stream.rest()
    const [hit] = (await search(hanako, 'wombat sleeping')).data
    expect(textOf(hit?.snippet)).toBe('The wombat sleeps.')
    expect(hitsOf(hit?.snippet)).toEqual(['wombat', 'sleeps'])
    const { id } = hit!.conversation
    expect(hit?.entry_id).toBe((await entriesOf(hanako, id)).at(-1)?.id)

    await hanako(`/v1/conversations/${id}`, { method: 'PUT', json: { title: 'Burrows' } })
    const renamed = (await search(hanako, 'burrow')).data
    expect(renamed).toMatchObject([{ title: [{ text: 'Burrows', hit: true }], snippet: null, entry_id: null }])
  })

  test('titles first, then what was last spoken in; a page at a time', async () => {
    for (let i = 1; i <= 25; i++) await write(1, `Notes ${i}`, 'about the zeppelin')
    await write(1, 'The zeppelin')
    const first = await search(taro, 'zeppelin')
    expect(first).toMatchObject({ total: 26, page: 1, pages: 2, page_size: 20, complete: true })
    expect(first.data).toHaveLength(20)
    expect(textOf(first.data[0]?.title)).toBe('The zeppelin')
    const second = await search(taro, 'zeppelin', 2)
    expect(second.data).toHaveLength(6)
    expect(new Set([...first.data, ...second.data].map(({ conversation }) => conversation.id)).size).toBe(26)
  })

  test('a snippet shows the place in a long message, without signs of Markdown', async () => {
    await write(
      0,
      'Long',
      `${'Nothing here. '.repeat(800)}**The _quagga_ [is](https://a.example) gone**[:&1]. ${'Later. '.repeat(50)}`,
    )
    const [hit] = (await search(hanako, 'quaggas')).data
    expect(textOf(hit?.snippet)).toMatch(/^….* The quagga is gone \. Later\. .*…$/)
    expect(textOf(hit?.snippet)!.length).toBeLessThan(170)
    expect(hitsOf(hit?.snippet)).toEqual(['quagga'])
  })
})

describe('what is not found', () => {
  test('anything of somebody else, for a colleague and for an admin', async () => {
    await answered(hanako, { query: 'my secret axolotl' })
    expect((await search(hanako, 'axolotl')).total).toBe(1)
    for (const caller of [taro, admin]) expect(await search(caller, 'axolotl')).toMatchObject({ data: [], total: 0 })
    // The term that says whose a text is is no word of it.
    expect(await search(taro, `u${organization.users[0]!.id}`)).toMatchObject({ data: [], total: 0 })
  })

  test('what was deleted: no word of it stays in the index', async () => {
    const before = [await rowsOf('titles_index'), await rowsOf('messages_index'), await rowsOf('unindexed')]
    const indexed = await write(0, 'Okapi', 'An okapi in a forest')
    expect((await search(hanako, 'okapi')).total).toBe(1)
    const waiting = await write(0, 'Okapi too', 'Another okapi')
    for (const id of [indexed, waiting]) await hanako(`/v1/conversations/${id}`, { method: 'DELETE' })
    expect((await search(hanako, 'okapi')).total).toBe(0)
    expect([await rowsOf('titles_index'), await rowsOf('messages_index'), await rowsOf('unindexed')]).toEqual(before)
  })

  test('20,000 conversations with messages, deleted in one call, far within the 30 s that the database gives it', async () => {
    const { id, users } = await seedOrganization('Much', [{ email: 'much@search.example' }])
    const much = await signedIn('much@search.example')
    const email = 'much@search.example'
    await queryMember(
      email,
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
       INSERT INTO conversations (title, agent) SELECT 'Kakapo', 'auto_ai' FROM numbers`,
    )
    await queryMember(
      email,
      `INSERT INTO entries (conversation_id, kind, agent, text) SELECT id, 'question', 'auto_ai', 'kakapo' FROM conversations`,
    )
    await runDurableObjectAlarm(await memberObjectOf(email))
    expect((await search(much, 'kakapo')).total).toBeGreaterThan(0)
    const began = performance.now()
    const all = `?user_id=${users[0]!.id}&organization_id=${id}`
    expect((await much(`/v1/conversations${all}`, { method: 'DELETE' })).status).toBe(204)
    expect(performance.now() - began).toBeLessThan(10_000)
    expect((await search(much, 'kakapo')).total).toBe(0)
  })

  test('an old message that a new question took the place of', async () => {
    const first = await answered(hanako, { query: 'tapir' })
    expect((await search(hanako, 'tapir')).total).toBe(1)
    const overwrite = { overwrite_prompt_id: first.promptId, overwrite_assistant_id: first.entryId }
    await answered(hanako, { query: 'anteater', ...overwrite }, { id: first.conversationId })
    const [hit] = (await search(hanako, 'tapir')).data
    expect(hit?.snippet, 'the title is still of the first question').toBeNull()
    expect((await search(hanako, 'anteater')).total).toBe(1)
  })

  test('operators and quotes of the index’s language are words like any other', async () => {
    await write(0, 'Quoted "plan" OR NOT', 'a AND b')
    for (const q of [
      '"plan"',
      'plan*',
      'plan OR zebra',
      'words:plan',
      'pl\'an"',
      '(plan',
      '-plan',
      'NEAR(plan)',
      '""',
      '*',
      '%',
      '。',
    ]) {
      const response = await hanako(`/web/v1/conversations/search?q=${encodeURIComponent(q)}`)
      expect(response.status, q).toBe(200)
    }
    expect(await titlesOf(hanako, '"plan"')).toEqual(['Quoted "plan" OR NOT'])
    expect(await titlesOf(hanako, 'plan zebra')).toEqual([])
    for (const q of ['', ' ', 'x'.repeat(201)]) {
      const refusal = refusalOf(hanako(`/web/v1/conversations/search?q=${encodeURIComponent(q)}`))
      expect(await refusal).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })
})

describe('what waits for the index', () => {
  test('is indexed newest first within a search, says so while there is more, and by the alarm to its end', async () => {
    await seedOrganization('Old', [{ email: 'old@search.example' }])
    const email = 'old@search.example'
    await queryMember(
      email,
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2500)
       INSERT INTO conversations (title, agent) SELECT 'Capybara ' || n, 'auto_ai' FROM numbers`,
    )
    const old = await signedIn('old@search.example')
    expect(await search(old, 'capybara')).toMatchObject({ total: 1000, complete: false })
    expect((await search(old, 'capybara 2500')).total).toBe(1)
    while (await rowsOf('unindexed', email)) await runDurableObjectAlarm(await memberObjectOf(email))
    expect(await search(old, 'capybara 1')).toMatchObject({ total: 1, complete: true })
  })

  test('a message as long as a book is indexed, from its beginning', async () => {
    await write(0, 'Book', `aardvark ${'言葉の海を渡る。'.repeat(40_000)} pangolin`)
    expect((await search(hanako, 'aardvark 言葉の海')).total).toBe(1)
  })
})
