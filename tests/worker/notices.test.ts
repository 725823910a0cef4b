import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { Notice } from '~/contract/notices.ts'
import type { Paged } from '~/contract/shared.ts'
import type { Me } from '~/contract/users.ts'
import type { Caller } from './harness/callers.ts'
import { refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { admin, hanako, taro } = await seedMembers('notices.test', { admin: 'admin', hanako: 'user', taro: 'user' })
const add = (json: object) =>
  admin('/v1/notices', { method: 'POST', json: { text_ja: null, text_en: null, days: 7, ...json } })
const added = async (text_en: string) => (await add({ text_en })).json<Notice>()
const told = async (caller: Caller) => (await (await caller('/web/v1/users/me')).json<Me>()).notice?.text_en ?? null
const dismiss = (caller: Caller, id: number) => caller(`/web/v1/notices/${id}/dismissal`, { method: 'PUT' })

describe('a notice', () => {
  test('is told each member until they put it away, wherever they sign in, and then the next one', async () => {
    const first = await added('Maintenance on Sunday')
    const second = await added('A new model is here')
    expect([await told(hanako), await told(taro)]).toEqual(['Maintenance on Sunday', 'Maintenance on Sunday'])
    expect((await dismiss(hanako, first.id)).status).toBe(204)
    expect([await told(hanako), await told(taro)]).toEqual(['A new model is here', 'Maintenance on Sunday'])
    await dismiss(hanako, second.id)
    // A tab that still shows the first does not bring the second back.
    await dismiss(hanako, first.id)
    expect(await told(hanako)).toBeNull()
  })

  test('ends by itself, and when it is taken back', async () => {
    const ended = await added('This has ended')
    await env.DB.prepare("UPDATE notices SET ends_at = '2020-01-01T00:00:00.000Z' WHERE id = ?").bind(ended.id).run()
    expect(await told(hanako)).toBeNull()
    const { id } = await added('Taken back')
    expect(await told(hanako)).toBe('Taken back')
    expect((await admin(`/v1/notices/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await told(hanako)).toBeNull()
    const { data } = await (await admin('/v1/notices')).json<{ data: Notice[] }>()
    expect(data.map(({ text_en }) => text_en)).toEqual(['A new model is here', 'Maintenance on Sunday'])
  })

  test('is written by admins, in one language at least, and recorded', async () => {
    expect(await refusal(await add({}))).toMatchObject({ code: 'invalid_request' })
    expect(await refusal(await add({ text_ja: 'あ'.repeat(501) }))).toMatchObject({ status: 400 })
    expect((await add({ text_ja: '日曜日は停止します' })).status).toBe(200)
    const { data } = await (await admin('/v1/actions')).json<Paged<AdminAction>>()
    expect(data.slice(0, 2).map(({ action, target }) => [action, target])).toEqual([
      ['notice_added', '日曜日は停止します'],
      ['notice_deleted', 'Taken back'],
    ])
  })

  test('of another organisation is neither told nor put away', async () => {
    const { other } = await seedMembers('other-notices.test', { other: 'user' })
    const { id } = await added('Ours alone')
    expect(await told(other)).toBeNull()
    expect(await refusal(await dismiss(other, id))).toMatchObject({ code: 'does_not_exist' })
  })
})
