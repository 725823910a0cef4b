import { describe, expect, test } from 'vitest'
import type { ChatSettings } from '~/contract/chat.ts'
import type { ManagedModel, ModelSettings } from '~/contract/models.ts'
import { amountOf } from '~/provider/organization/spending.ts'
import { answered, answerEntryOf, ask, refusalOf } from './harness/asking.ts'
import { actionsOf } from './harness/audits.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { scripted } from './harness/streams.ts'

const plain = { label: null, is_hidden: false, input_price: null, output_price: null, monthly_limit: null }

const set = (admin: Caller, data: (Partial<ModelSettings> & { name: string })[]) =>
  admin('/v1/model-settings', { method: 'PUT', json: { data: data.map((one) => ({ ...plain, ...one })) } })

const managed = async (admin: Caller) =>
  ((await (await admin('/v1/model-settings')).json()) as { data: ManagedModel[] }).data

const offered = async (caller: Caller) =>
  ((await (await caller('/web/v1/chat/settings')).json()) as ChatSettings).models

/** Asks a model of the tests, each of whose answers takes 12 tokens in and two out. */
async function useModel(caller: Caller, llm?: string) {
  const { mark } = await scripted([{ say: 'Well.' }, { say: ' Yes.' }])
  return answered(caller, { query: `What? ${mark}`, pipeline: 'chat_ai', ...(llm && { llm }) })
}

describe('the models that members see', async () => {
  const { organization, admin, hanako } = await seedMembers('models.example', { admin: 'admin', hanako: 'user' })

  test('are those configured until an admin says otherwise, then in their order, by their names, without the hidden', async () => {
    expect((await offered(hanako)).map(({ name }) => name)).toEqual(['adaptive', 'small', 'large', 'tiny'])
    expect(await managed(admin)).toHaveLength(3)

    const response = await set(admin, [
      { name: 'large', label: 'Careful' },
      { name: 'small', is_hidden: true },
    ])
    expect(response.status).toBe(204)
    expect(await offered(hanako)).toEqual([
      { name: 'adaptive', default: true, available: true },
      { name: 'large', default: false, available: true, label: 'Careful' },
      { name: 'tiny', default: false, available: true },
    ])
    expect((await managed(admin)).map(({ name }) => name)).toEqual(['large', 'small', 'tiny'])
  })

  test('are asked in that order by default; a hidden one is refused, by name too', async () => {
    const { conversationId } = await useModel(hanako)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ status: 'done' })
    const usage = (await managed(admin)).find(({ name }) => name === 'large')!.used
    expect(usage).toEqual({ input_tokens: 12, output_tokens: 2, amount: 14 })
    const refused = await refusalOf(ask(hanako, { query: 'What?', llm: 'small' }))
    expect(refused).toMatchObject({ status: 400, code: 'unavailable_llm_model' })
  })

  test('are each a configured one, once', async () => {
    for (const names of [['large', 'large'], ['unknown']]) {
      const refused = await refusalOf(
        set(
          admin,
          names.map((name) => ({ name })),
        ),
      )
      expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
    }
  })

  test('are recorded as they were changed, and not where nothing was', async () => {
    const recorded = async () =>
      (await actionsOf(organization.id))
        .filter(({ action }) => action === 'models_changed')
        .map(({ details }) => details)
    await set(admin, [
      { name: 'tiny', input_price: 0.5, output_price: 2, monthly_limit: 30 },
      { name: 'large' },
      { name: 'small' },
    ])
    await set(admin, [
      { name: 'tiny', input_price: 0.5, output_price: 2, monthly_limit: 30 },
      { name: 'large' },
      { name: 'small' },
    ])
    const before = (await recorded()).length
    expect(
      (await recorded()).map((details) => (typeof details === 'string' ? JSON.parse(details) : details)),
    ).toContainEqual({
      tiny: 'shown at 0.5/2 up to 30',
      large: 'shown',
      small: 'shown',
      order: 'tiny, large, small',
    })
    await set(admin, [
      { name: 'tiny', input_price: 0.5, output_price: 2, monthly_limit: 30 },
      { name: 'large' },
      { name: 'small' },
    ])
    expect(await recorded()).toHaveLength(before)
  })
})

describe('a limit of what a model may cost a month', async () => {
  const { admin, hanako, kenji } = await seedMembers('limits-of-models.example', {
    admin: 'admin',
    hanako: 'user',
    kenji: 'user',
  })
  const stateOf = async (name: string) => (await offered(hanako)).find((model) => model.name === name)

  test('counts tokens where the model has no price, is told in the picker, and refuses every member on every way', async () => {
    await set(admin, [{ name: 'large', monthly_limit: 20 }, { name: 'small' }])
    await useModel(hanako, 'large')
    expect(await stateOf('large')).toEqual({ name: 'large', default: false, available: true })
    // The last one may go beyond.
    await useModel(kenji, 'large')
    expect(await stateOf('large')).toEqual({ name: 'large', default: false, available: false, state: 'limit_reached' })
    expect(await stateOf('adaptive')).toEqual({
      name: 'adaptive',
      default: true,
      available: true,
      state: 'limit_reached',
    })

    for (const question of [{ llm: 'large' }, {}, { pipeline: 'search_ai' }]) {
      const refused = await refusalOf(ask(kenji, { query: 'Once more?', ...question }))
      expect(refused).toMatchObject({ status: 429, code: 'model_limit_reached' })
      expect(refused.info?.retry_after).toBeGreaterThan(0)
    }
    const completion = { model: 'chat_ai', messages: [{ role: 'user', content: 'And so?' }] }
    const byProgram = await hanako('/v1/chat/completions', { method: 'POST', json: completion })
    expect(byProgram.status).toBe(429)
    expect(await byProgram.text()).toContain('model_limit_reached')
    const other = await useModel(hanako, 'small')
    expect(other.error).toBeUndefined()
  })

  test('counts money where it has one, and what is spent grows with the price', async () => {
    const prices = { input_price: 1_000_000, output_price: 500_000 }
    await set(admin, [{ name: 'tiny', ...prices, monthly_limit: 14 }, { name: 'small' }])
    await useModel(hanako, 'tiny')
    expect((await managed(admin))[0]!.used).toEqual({ input_tokens: 12, output_tokens: 2, amount: 13 })
    expect((await stateOf('tiny'))!.state).toBeUndefined()
    await set(admin, [{ name: 'tiny', ...prices, output_price: 1_000_000, monthly_limit: 14 }, { name: 'small' }])
    expect((await stateOf('tiny'))!.state).toBe('limit_reached')
  })

  test('of nothing lets nobody ask, and without a limit everybody may again', async () => {
    await set(admin, [{ name: 'small', monthly_limit: 0 }])
    expect((await refusalOf(ask(hanako, { query: 'What?', llm: 'small' }))).code).toBe('model_limit_reached')
    await set(admin, [{ name: 'small' }])
    expect((await useModel(hanako, 'small')).error).toBeUndefined()
  })
})

test('what a model costs is its tokens by their prices, or their number', () => {
  const used = { input_tokens: 2_000_000, output_tokens: 500_000 }
  expect(amountOf({ input_price: 3, output_price: 15 }, used)).toBe(13.5)
  expect(amountOf({ input_price: null, output_price: 4 }, used)).toBe(2)
  expect(amountOf({ input_price: null, output_price: null }, used)).toBe(2_500_000)
})
