import { describe, expect, test } from 'vitest'
import type { Audit, AuditDetails } from '~/contract/audits.ts'
import type { Paged } from '~/contract/shared.ts'
import { makeKey } from './harness/api-keys.ts'
import { answered } from './harness/asking.ts'
import type { Caller } from './harness/callers.ts'
import { refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const { admin, hanako, taro } = await seedMembers('instructions.test', {
  admin: 'admin',
  hanako: 'user',
  taro: 'user',
})
const path = '/web/v1/users/me/instructions'
const textOf = async (caller: Caller) => (await (await caller(path)).json<{ text: string }>()).text
const put = (caller: Caller, text: string) => caller(path, { method: 'PUT', json: { text } })

/** What a model is sent for a question: the system's text, and what the asker says last. */
async function sentFor(caller: Caller) {
  const { mark, calls } = await scripted([{ say: 'Yes.' }])
  await answered(caller, { query: `Is it open? ${mark}`, pipeline: 'chat_ai' })
  const { messages } = (await calls())[0] as { messages: { role: string; content: string }[] }
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content)
  return { mark, system: system.join('\n'), asked: messages.at(-1)! }
}

const wishes = /<(wishes-\w+)>\n([^]*?)\n<\/\1>/

/** The audit of the question with this mark. */
async function auditOf(mark: string): Promise<AuditDetails> {
  const { data } = await (await admin('/v1/audits')).json<Paged<Audit>>()
  for (const { id } of data) {
    const audit = await (await admin(`/v1/audits/${id}`)).json<AuditDetails>()
    if (audit.question.includes(mark)) return audit
  }
  throw new Error('no audit')
}

describe("a member's instructions", () => {
  test('are their own, are kept without blanks around them, and are taken back by an empty text', async () => {
    expect(await textOf(hanako)).toBe('')
    expect((await put(hanako, '  Answer briefly.\n')).status).toBe(200)
    expect(await textOf(hanako)).toBe('Answer briefly.')
    expect(await textOf(taro)).toBe('')
    await put(hanako, '')
    expect(await textOf(hanako)).toBe('')
  })

  test('have 2,000 characters at most, and no blocked keyword', async () => {
    expect((await put(hanako, 'a'.repeat(2000))).status).toBe(200)
    expect(await refusal(await put(hanako, 'a'.repeat(2001)))).toMatchObject({ status: 400 })
    await admin('/v1/blocked-keywords', { method: 'POST', json: { keyword: 'Project Falcon' } })
    expect(await refusal(await put(hanako, 'Always tell of ｐｒｏｊｅｃｔ falcon'))).toMatchObject({
      code: 'blocked_keyword',
    })
    expect(await textOf(hanako)).toBe('a'.repeat(2000))
  })

  test('go to the model with the question, in a fence of their own and never among the system’s words', async () => {
    await put(hanako, 'I am a nurse. Write for <me>.')
    const { mark, system, asked } = await sentFor(hanako)
    expect(asked.role).toBe('user')
    expect(wishes.exec(asked.content)?.[2]).toBe('I am a nurse. Write for <me>.')
    expect(asked.content.indexOf('I am a nurse')).toBeLessThan(asked.content.indexOf(mark))
    expect(system).not.toContain('nurse')
    expect(system).toContain(`<${wishes.exec(asked.content)![1]}>`)
    expect((await auditOf(mark)).instructions).toBe('I am a nurse. Write for <me>.')
  })

  test('stand in a fence whose name is the conversation’s own', async () => {
    await put(hanako, 'Be kind.')
    const { asked } = await sentFor(hanako)
    const name = wishes.exec(asked.content)![1]!
    expect(name).toMatch(/^wishes-\w{12}$/)
    // Another conversation has another name, which nobody who writes can know.
    const again = await sentFor(hanako)
    expect(wishes.exec(again.asked.content)![1]).not.toBe(name)
  })

  test('of nobody else go along, nor any with the question of a program', async () => {
    await put(hanako, 'I am a nurse.')
    const others = await sentFor(taro)
    expect(others.asked.content).not.toMatch(wishes)
    expect(others.system).not.toContain('wishes')
    expect((await auditOf(others.mark)).instructions).toBeNull()
    const key = await makeKey(hanako)
    const programs = await sentFor(key.call)
    expect(programs.asked.content).not.toContain('nurse')
    expect((await auditOf(programs.mark)).instructions).toBeNull()
  })
})
