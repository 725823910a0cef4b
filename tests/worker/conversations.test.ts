import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import type { Paged } from '~/contract/shared.ts'
import { answered, answerEntryOf, ask, entriesOf, refusalOf } from './harness/asking.ts'
import { type Caller, seedFile } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

const { organization, hanako, taro, admin } = await seedMembers('conversations.example', {
  hanako: 'user',
  taro: 'user',
  admin: 'admin',
})

const list = async (caller: Caller, query = '') =>
  (await (await caller(`/web/v1/conversations${query}`)).json()) as Paged<Conversation>

const put = (caller: Caller, id: number, json: object) => caller(`/v1/conversations/${id}`, { method: 'PUT', json })
const remove = (caller: Caller, id: number) => caller(`/v1/conversations/${id}`, { method: 'DELETE' })
const rate = (caller: Caller, id: number, entryId: number, value = 'good') =>
  caller(`/web/v1/conversations/${id}/entries/${entryId}/feedback?value=${value}`, { method: 'PATCH' })

describe('the list', () => {
  test('has the conversations of the caller alone, the one that was last spoken in first', async () => {
    const one = await answered(taro, { query: 'One' })
    const two = await answered(taro, { query: 'Two', pipeline: 'chat_ai' })
    await answered(taro, { query: 'One more' }, { id: one.conversationId })
    const { data, ...rest } = await list(taro)
    expect(rest).toEqual({ total: 2, page: 1, pages: 1, page_size: 100_000 })
    expect(data.map(({ id, title, pipeline, favorite }) => ({ id, title, pipeline, favorite }))).toEqual([
      { id: one.conversationId, title: 'One', pipeline: 'auto_ai', favorite: false },
      { id: two.conversationId, title: 'Two', pipeline: 'chat_ai', favorite: false },
    ])
    expect((await list(admin)).data).toEqual([])
  })

  test('comes in pages', async () => {
    const { data } = await list(taro)
    const second = await list(taro, '?page=2&page_size=1')
    expect(second).toEqual({ data: data.slice(1), total: 2, page: 2, pages: 2, page_size: 1 })
  })

  test('takes no page that is none', async () => {
    for (const query of ['?page=0', '?page=x', '?page_size=1e309', '?page_size=0']) {
      expect(await refusalOf(hanako(`/web/v1/conversations${query}`))).toMatchObject({
        status: 400,
        code: 'invalid_request',
      })
    }
  })
})

test('entries come with the title of their conversation', async () => {
  const { conversationId } = await answered(hanako, { query: 'Which title?' })
  const page = await (await hanako(`/v1/conversations/${conversationId}/entries`)).json()
  expect(page).toMatchObject({ total: 2, title: 'Which title?' })
})

test('entries tell the question with its choices and the answer', async () => {
  const { conversationId } = await answered(hanako, { query: 'Which?', pipeline: 'chat_ai', llm: 'large' })
  const [question, answer] = await entriesOf(hanako, conversationId)
  expect(question).toMatchObject({
    content: { version: 1, user_prompt: 'Which?', selected_pipeline: 'chat_ai', selected_model: 'large' },
    file_attachments: [],
  })
  expect(answer?.content).toEqual({
    version: 2,
    response: 'A short answer.',
    response_pipeline: 'chat_ai',
    feedback: 'unknown',
    file_references: [],
    status: 'done',
    error_code: null,
  })
})

test('a conversation names its files that are gone or out of reach, and no others', async () => {
  const group = { organizationId: organization.id, groupId: organization.groupId }
  const [kept, deleted] = [
    await seedFile({ ...group, name: 'kept.txt' }),
    await seedFile({ ...group, name: 'gone.txt' }),
  ]
  const { conversationId } = await answered(hanako, { query: 'What?', pipeline: 'chat_ai', files: [kept, deleted] })
  const deletedFiles = () => hanako(`/v1/conversations/${conversationId}/deleted-files`)
  expect(await (await deletedFiles()).json()).toEqual([])

  await env.DB.prepare('DELETE FROM files WHERE id = ?').bind(deleted).run()
  expect(await (await deletedFiles()).json()).toEqual([deleted])
  expect((await hanako('/v1/conversations/999999/deleted-files')).status).toBe(404)
})

describe('a conversation', () => {
  test('is renamed and made a favorite, each by itself', async () => {
    const { conversationId: id } = await answered(hanako, { query: 'Old' })
    expect(await (await put(hanako, id, { title: ' New ' })).json()).toMatchObject({ title: 'New', favorite: false })
    expect(await (await put(hanako, id, { favorite: true })).json()).toMatchObject({ title: 'New', favorite: true })
    expect((await list(hanako)).data.find((conversation) => conversation.id === id)).toMatchObject({
      title: 'New',
      favorite: true,
    })
  })

  test('takes no empty, blank or foreign field', async () => {
    const { conversationId: id } = await answered(hanako, { query: 'Same' })
    for (const body of [{}, { title: ' ' }, { user_id: 1 }, { title: 'x', pipeline: 'chat_ai' }]) {
      expect(await refusalOf(put(hanako, id, body))).toMatchObject({ status: 400, code: 'invalid_request' })
    }
    expect((await list(hanako)).data.find((conversation) => conversation.id === id)?.title).toBe('Same')
  })

  test('of somebody else does not exist, for a colleague and for an admin, and stays as it was', async () => {
    const { conversationId: id, entryId } = await answered(hanako, { query: 'Private' })
    const calls = (caller: Caller, target: number) => [
      caller(`/v1/conversations/${target}/entries`),
      put(caller, target, { title: 'Taken' }),
      remove(caller, target),
      rate(caller, target, entryId),
    ]
    for (const caller of [taro, admin]) {
      const forHers = await Promise.all(calls(caller, id).map(refusalOf))
      expect(forHers).toEqual(await Promise.all(calls(caller, 999_999).map(refusalOf)))
      for (const refusal of forHers) {
        expect(refusal).toEqual({
          status: 404,
          code: 'does_not_exist',
          message: 'This conversation does not exist.',
          info: { entity: 'conversation' },
        })
      }
    }
    expect((await list(hanako)).data.find((conversation) => conversation.id === id)?.title).toBe('Private')
    expect((await answerEntryOf(hanako, id)).feedback).toBe('unknown')
  })

  test('is deleted with its entries', async () => {
    const { conversationId: id } = await answered(hanako, { query: 'Gone' })
    expect((await remove(hanako, id)).status).toBe(204)
    expect((await hanako(`/v1/conversations/${id}/entries`)).status).toBe(404)
    expect((await remove(hanako, id)).status).toBe(404)
  })
})

describe('deleting all', () => {
  const removeAll = (caller: Caller, query: string) => caller(`/v1/conversations${query}`, { method: 'DELETE' })

  test('needs both ids, and they are the caller’s own', async () => {
    const [{ id: hanakoId } = { id: 0 }, { id: taroId } = { id: 0 }] = organization.users
    await answered(hanako, { query: 'Kept' })
    for (const query of ['', `?user_id=${hanakoId}`, `?organization_id=${organization.id}`]) {
      const refusal = await refusalOf(removeAll(hanako, query))
      expect(refusal).toEqual({ status: 400, code: 'invalid_request', message: 'Need userID and organizationID' })
    }
    for (const query of [
      `?user_id=${taroId}&organization_id=${organization.id}`,
      `?user_id=${hanakoId}&organization_id=999999`,
    ]) {
      expect(await refusalOf(removeAll(hanako, query))).toMatchObject({ status: 403, code: 'operation_not_authorized' })
    }
    expect((await list(hanako)).total).toBeGreaterThan(0)
  })

  test('deletes what is the caller’s, running answers included, and nothing else', async () => {
    const { mark, hungUp } = await scripted([{ say: 'Slow' }, { hold: true }])
    const stream = new StreamReader(await ask(hanako, { query: mark }))
    await stream.until(isDelta)
    const others = (await list(taro)).total
    const own = `?user_id=${organization.users[0]?.id}&organization_id=${organization.id}`
    expect((await removeAll(hanako, own)).status).toBe(204)
    expect(answerOf(await stream.rest()).error).toBe('request_aborted_user')
    await hungUp()
    expect((await list(hanako)).total).toBe(0)
    expect((await list(taro)).total).toBe(others)
  })
})

describe('feedback', () => {
  test('is recorded for an answer and can be taken back', async () => {
    const { conversationId: id, entryId } = await answered(hanako, { query: 'Good?' })
    expect(await (await rate(hanako, id, entryId, 'good')).json()).toEqual({ feedback: 'good' })
    expect((await answerEntryOf(hanako, id)).feedback).toBe('good')
    await rate(hanako, id, entryId, 'unknown')
    expect((await answerEntryOf(hanako, id)).feedback).toBe('unknown')
    expect(await refusalOf(rate(hanako, id, entryId, 'great'))).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  test('is not taken for a question or through another conversation', async () => {
    const one = await answered(hanako, { query: 'One' })
    const two = await answered(hanako, { query: 'Two' })
    expect(await refusalOf(rate(hanako, one.conversationId, one.promptId))).toMatchObject({
      status: 400,
      code: 'feedback_not_allowed',
    })
    expect(await refusalOf(rate(hanako, one.conversationId, two.entryId))).toMatchObject({
      status: 400,
      code: 'feedback_not_allowed',
    })
    expect((await answerEntryOf(hanako, two.conversationId)).feedback).toBe('unknown')
  })

  test('tells nothing of entries of somebody else', async () => {
    const mine = await answered(taro, { query: 'Mine' })
    const hers = await answered(hanako, { query: 'Hers' })
    const never = await refusalOf(rate(taro, mine.conversationId, 999_999))
    expect(never).toEqual({
      status: 404,
      code: 'does_not_exist',
      message: 'This entry does not exist.',
      info: { entity: 'entry' },
    })
    expect(await refusalOf(rate(taro, mine.conversationId, hers.entryId))).toEqual(never)
  })
})
