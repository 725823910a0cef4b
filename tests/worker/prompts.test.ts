import { describe, expect, test } from 'vitest'
import type { AdminAction } from '~/contract/audits.ts'
import type { SavedPrompt } from '~/contract/prompts.ts'
import type { Paged } from '~/contract/shared.ts'
import type { Caller } from './harness/callers.ts'
import { refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { admin, hanako, taro } = await seedMembers('prompts.test', { admin: 'admin', hanako: 'user', taro: 'user' })
const path = '/web/v1/prompts'
const add = (caller: Caller, prompt: object, headers = {}) =>
  caller(path, { method: 'POST', json: { owner: 'member', title: 'Minutes', text: 'Sum up:', ...prompt }, headers })
const added = async (caller: Caller, prompt: object = {}) => {
  const response = await add(caller, prompt)
  expect(response.status).toBe(200)
  return response.json<SavedPrompt>()
}
const titles = async (caller: Caller) =>
  (await (await caller(path)).json<{ data: SavedPrompt[] }>()).data.map(({ title }) => title)
const actions = async () =>
  (await (await admin('/v1/actions')).json<Paged<AdminAction>>()).data.map(({ action, target }) => [action, target])

describe('saved prompts', () => {
  test('of a member are theirs alone, those of the organisation everybody’s, each by title', async () => {
    await added(hanako, { title: 'Translation' })
    await added(hanako, { title: 'Minutes' })
    await added(admin, { title: 'Report', owner: 'organization' })
    await added(admin, { title: 'A plan of mine' })
    expect(await titles(hanako)).toEqual(['Minutes', 'Translation', 'Report'])
    expect(await titles(taro)).toEqual(['Report'])
    expect(await titles(admin)).toEqual(['A plan of mine', 'Report'])
  })

  test('have a title once for each owner', async () => {
    const one = await added(taro, { title: 'Twice' })
    expect(await refusal(await add(taro, { title: ' Twice ' }))).toMatchObject({ code: 'already_exists' })
    await added(hanako, { title: 'Twice' })
    const other = await added(taro, { title: 'Other' })
    const change = (id: number, title: string) =>
      taro(`${path}/${id}`, { method: 'PUT', json: { title, text: 'Another text' } })
    expect(await refusal(await change(other.id, 'Twice'))).toMatchObject({ code: 'already_exists' })
    expect(await (await change(one.id, 'Twice')).json()).toEqual({ ...one, text: 'Another text' })
  })

  test('that are added once more with the same key are added once', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await (await add(taro, { title: 'Repeated' }, headers)).json<SavedPrompt>()
    const second = await (await add(taro, { title: 'Repeated' }, headers)).json<SavedPrompt>()
    expect(second).toEqual(first)
  })

  test('of the organisation are looked after by admins, which is recorded; a member’s own are not', async () => {
    expect(await refusal(await add(hanako, { owner: 'organization' }))).toMatchObject({
      code: 'operation_not_authorized',
    })
    const { id } = await added(admin, { owner: 'organization', title: 'House style' })
    const change = (caller: Caller) =>
      caller(`${path}/${id}`, { method: 'PUT', json: { title: 'Our style', text: 'Write so:' } })
    expect(await refusal(await change(hanako))).toMatchObject({ code: 'operation_not_authorized' })
    expect((await change(admin)).status).toBe(200)
    expect((await admin(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await actions()).slice(0, 3)).toEqual([
      ['prompt_deleted', 'Our style'],
      ['prompt_changed', 'Our style'],
      ['prompt_added', 'House style'],
    ])
    expect(JSON.stringify(await actions())).not.toMatch(/Twice|Translation/)
  })

  test('are a hundred at most, with titles and texts of bounded length', async () => {
    const { member } = await seedMembers('many-prompts.test', { member: 'user' })
    for (let number = 0; number < 100; number++) await added(member, { title: `Prompt ${number}` })
    expect(await refusal(await add(member, { title: 'One more' }))).toMatchObject({ code: 'quota_exceeded' })
    for (const wrong of [{ title: '' }, { text: ' ' }, { title: 'a'.repeat(61) }, { text: 'a'.repeat(4001) }])
      expect(await refusal(await add(taro, wrong))).toMatchObject({ status: 400 })
  })
})
