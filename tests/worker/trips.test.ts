import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { Question } from '~/contract/chat.ts'
import { api } from '~/provider/app.ts'
import { openDatabase } from '~/provider/db/index.ts'
import { selectQuestionContext } from '~/provider/member/question-context.ts'
import { answerRequest } from '~/provider/request/answer-request.ts'
import { countedObjects } from '~/provider/request/counted-objects.ts'
import { DirectorySession } from '~/provider/request/directory-session.ts'
import { Trips } from '~/provider/request/trips.ts'
import type { Shard } from '~/provider/search/library.ts'
import { readContext } from '~/provider/search/passage-context.ts'
import { searchPassages } from '~/provider/search/search-passages.ts'
import { ask, answered } from './harness/asking.ts'
import { type Caller, seedFile, type SeededOrganization, tokenOf } from './harness/callers.ts'
import { process, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { eventsOf } from './harness/streams.ts'

let organization: SeededOrganization
let hanako: Caller
let admin: Caller

beforeAll(async () => {
  ;({ organization, hanako, admin } = await seedMembers('trips.example', { hanako: 'user', admin: 'admin' }))
  // The first call binds the account to its invitation.
  for (const caller of [hanako, admin]) await caller('/web/v1/users/me')
  // The first look writes the organisation's agents.
  await hanako('/web/v1/agents')
})

/** How many trips of a response stood one after another, and how many went where. */
function tripsOf(response: Response): Record<string, number> {
  const timing = response.headers.get('server-timing') ?? ''
  return Object.fromEntries([...timing.matchAll(/(\w+);desc="(\d+)"/g)].map(([, name, count]) => [name, Number(count)]))
}

/** One page view: its calls of the API in steps, those of a step at once, as a page's loaders make them. */
async function pageView(email: string, steps: string[][]): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${await tokenOf(email)}` }
  const context = createExecutionContext()
  const page = new Request('http://provider.test/page')
  const response = await answerRequest(page, env, async (bindings) => {
    for (const paths of steps) {
      const call = (path: string) =>
        api.fetch(new Request(`http://provider.test${path}`, { headers }), bindings, context)
      const answers = await Promise.all(paths.map(call))
      expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
    }
    return new Response()
  })
  return tripsOf(response)
}

const me = '/web/v1/users/me'
const conversations = '/web/v1/conversations'
const chat = ['/web/v1/chat/settings', '/web/v1/agents', conversations]

describe('one after another', () => {
  test('one trip says who the caller is, with groups and time zone', async () => {
    expect(tripsOf(await hanako(me))).toEqual({ trips: 1, directory: 1 })
  })

  test('two trips make /chat', async () => {
    expect((await pageView('hanako@trips.example', [[me], chat])).trips).toBe(2)
  })

  test('two trips make a conversation', async () => {
    const file = await seedFile({ organizationId: organization.id, groupId: organization.groupId, name: 'a.txt' })
    const { conversationId } = await answered(hanako, { query: 'Hello', pipeline: 'chat_ai', files: [file] })
    const page = [...chat, `/v1/conversations/${conversationId}/entries`]
    expect(await pageView('hanako@trips.example', [[me], page])).toMatchObject({ trips: 2 })
  })

  test('two trips lead from a question to its first event', async () => {
    const response = await ask(hanako, { query: 'Hello' })
    expect(tripsOf(response)).toEqual({ trips: 2, directory: 1, member: 1 })
    await eventsOf(response)
  })

  test('two trips make a page of the table of users', async () => {
    for (const query of ['', '?page=2&page_size=1', '?sort=id'])
      expect((await pageView('admin@trips.example', [[me], [conversations, `/web/v1/users${query}`]])).trips).toBe(2)
  })

  test('three trips make a page of audits', async () => {
    const page = [conversations, '/v1/audits', '/v1/feedback']
    expect((await pageView('admin@trips.example', [[me], page])).trips).toBeLessThanOrEqual(3)
  })

  test('three trips make a search for users', async () => {
    const page = [conversations, '/web/v1/users?email=hanako']
    expect((await pageView('admin@trips.example', [[me], page])).trips).toBe(3)
  })

  test('three trips find the sources of a question, whose shards were read with it', async () => {
    const { id } = await uploaded(hanako, textFile('parrots.txt', 'Parrots eat seeds.'))
    await process({ id })
    const trips = new Trips()
    const DB = new DirectorySession(env.DB, undefined, trips).binding()
    const known = { ...env, ...countedObjects(env, trips), DB }
    const { results: shards } = await env.DB.prepare(
      'SELECT library_shards.* FROM library_shards JOIN files USING (group_id) WHERE files.id = ?',
    )
      .bind(id)
      .all<Shard>()
    const groupIds = shards.map(({ group_id }) => group_id)
    const place = { organizationId: organization.id, groupIds, signal: new AbortController().signal }
    const library = { ...known, shards }
    const sources = await readContext(library, await searchPassages({ ...place, library }, ['What do parrots eat?'], 8))
    expect(sources.map(({ file_id }) => file_id)).toEqual([id])
    expect(trips.inARow).toBe(3)
  })

  test("an attached file's shard is read with the question, also where it is another's, whom an admin may read", async () => {
    const { id } = await uploaded(hanako, textFile('owls.txt', 'Owls eat mice.'))
    await process({ id })
    const file = await env.DB.prepare('SELECT group_id, shard_id FROM files WHERE id = ?').bind(id).first()
    const asking = { id: 0, organizationId: organization.id, privateGroupId: 0 }
    const question = Question.parse({ query: 'What do owls eat?', files: [id] })
    const read = await openDatabase(env.DB).batch(selectQuestionContext(openDatabase(env.DB), asking, question))
    expect(read[6]).toContainEqual(expect.objectContaining({ id: file!.shard_id, group_id: file!.group_id }))
  })
})
