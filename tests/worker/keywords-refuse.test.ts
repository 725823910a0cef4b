import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { chainRows } from './harness/audits.ts'
import { answered, ask, cancel, entriesOf, refusalOf } from './harness/asking.ts'
import { formOf, heldQueue, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'
import { reserveCall } from './harness/uploading.ts'

const { organization, admin, user } = await seedMembers('kw.test', { admin: 'admin', user: 'user' })
const { admin: stranger } = await seedMembers('kw-other.test', { admin: 'admin' })

const block = (caller: Caller, keyword: string) =>
  caller('/v1/blocked-keywords', { method: 'POST', json: { keyword, organization_id: undefined } })

async function rowsOf(table: string) {
  const { results } = await env.DB.prepare(`SELECT * FROM ${table} ORDER BY 1`).all()
  return results
}

const entriesStored = () => queryMember('user@kw.test', 'SELECT * FROM entries')

const refusalsOf = async () =>
  (await chainRows(organization.id))
    .filter(({ status }) => status === 'blocked')
    .map(({ question, status, error_code, user_email, conversation_id, model }) => ({
      question,
      status,
      error_code,
      user_email,
      conversation_id,
      model,
    }))

test('a question that contains a keyword in any form is refused before it is stored, and audited', async () => {
  expect((await block(admin, '極秘ガス')).status).toBe(200)
  const before = await entriesStored()
  const questions = ['極秘ガスとは?', 'What is 極\u200b秘がす?', '極秘ｶﾞｽ']
  for (const query of questions) {
    expect(await refusalOf(ask(user, { query }))).toEqual({
      status: 400,
      code: 'blocked_keyword',
      message: 'The text contains a keyword that the organisation has blocked.',
    })
  }
  expect(await entriesStored()).toEqual(before)
  const refused = { status: 'blocked', error_code: 'blocked_keyword', user_email: 'user@kw.test', model: null }
  expect(await refusalsOf()).toEqual(questions.map((question) => ({ ...refused, question, conversation_id: null })))
})

test('the refused question, repeated with its key, is one audit; changed, it is asked under the same key', async () => {
  const before = (await refusalsOf()).length
  const headers = { 'idempotency-key': crypto.randomUUID() }
  await refusalOf(ask(user, { query: '極秘ガス again' }, { headers }))
  await refusalOf(ask(user, { query: '極秘ガス again' }, { headers }))
  expect((await refusalsOf()).length).toBe(before + 1)
  expect((await answered(user, { query: 'Something else' }, { headers })).text).toBe('A short answer.')
})

test('a refused change of the last question leaves it and its answer as they are', async () => {
  const { conversationId, promptId, entryId } = await answered(user, { query: 'What is allowed?' })
  const before = await entriesOf(user, conversationId)
  const change = { query: '極秘ガス', overwrite_prompt_id: promptId, overwrite_assistant_id: entryId }
  expect((await refusalOf(ask(user, change, { id: conversationId }))).code).toBe('blocked_keyword')
  expect(await entriesOf(user, conversationId)).toEqual(before)
  expect((await refusalsOf()).at(-1)).toMatchObject({ conversation_id: conversationId, question: '極秘ガス' })
})

test("a keyword in another's conversation tells nothing of either", async () => {
  const { conversationId } = await answered(user, { query: 'Mine alone' })
  expect((await refusalOf(ask(stranger, { query: '極秘ガス' }, { id: conversationId }))).code).toBe('does_not_exist')
})

test("another organisation's keywords do not count", async () => {
  const { conversationId } = await answered(stranger, { query: '極秘ガス' })
  expect(conversationId).toBeGreaterThan(0)
  await cancel(stranger, conversationId)
})

const rename = (id: number, name: string) =>
  user(`/web/v1/files/${id}`, { method: 'PATCH', json: { name }, variables: { JOBS: heldQueue().JOBS } })

test('a file whose name contains a keyword is not uploaded, reserved or renamed so', async () => {
  const before = await rowsOf('files')
  const named = `報告 極秘がす.txt`
  const upload = await user('/v1/files/upload', { method: 'POST', body: formOf(textFile(named)) })
  expect(await upload.json()).toEqual({ files: [], failed: [{ name: named, code: 'blocked_keyword' }] })
  expect(await refusalOf(reserveCall(user, named, 10))).toMatchObject({ status: 400, code: 'blocked_keyword' })
  expect(await rowsOf('files')).toEqual(before)

  const file = await uploaded(user, textFile('harmless.txt'))
  expect((await refusalOf(rename(file.id, '極秘ｶﾞｽ'))).code).toBe('blocked_keyword')
  expect((await rename(file.id, 'Harmless too')).status).toBe(200)
})

test('a file that had its name before the keyword keeps it, and its other parts can be changed', async () => {
  const file = await uploaded(user, textFile('walrus.txt'))
  await block(admin, 'walrus')
  expect((await rename(file.id, 'walrus.txt')).status).toBe(200)
  expect((await refusalOf(rename(file.id, 'my walrus.txt'))).code).toBe('blocked_keyword')
})
