import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Agent } from '~/contract/agents.ts'
import { agentTypes, type ChatSettings } from '~/contract/chat.ts'
import { actionsOf } from './harness/audits.ts'
import { type Caller, type SeededOrganization, seedOrganization, signedIn } from './harness/callers.ts'

let organization: SeededOrganization
let admin: Caller
let member: Caller
let stranger: Caller

beforeAll(async () => {
  organization = await seedOrganization('Agents', [
    { email: 'admin@agents.example', role: 'admin' },
    { email: 'member@agents.example' },
  ])
  await seedOrganization('Other agents', [{ email: 'admin@other-agents.example', role: 'admin' }])
  admin = await signedIn('admin@agents.example')
  member = await signedIn('member@agents.example')
  stranger = await signedIn('admin@other-agents.example')
})

beforeEach(() => env.DB.prepare('UPDATE agents SET enabled = 1, properties = ?').bind('{}').run())

const list = async (caller: Caller) => (await (await caller('/web/v1/agents')).json()) as Agent[]
const find = async (caller: Caller, type: Agent['type']) => (await list(caller)).find((agent) => agent.type === type)!
const patch = (caller: Caller, id: number, json: unknown) => caller(`/web/v1/agents/${id}`, { method: 'PATCH', json })
const actions = () => actionsOf(organization.id)

const turnOff = async (...types: Agent['type'][]) => {
  for (const type of types) {
    expect((await patch(admin, (await find(admin, type)).id, { enabled: false })).status).toBe(200)
  }
}

const ask = (pipeline: Agent['type']) =>
  member('/web/v1/chat', { method: 'POST', json: { query: 'Who pays the fee?', pipeline } })

const conversations = async () => ((await (await member('/web/v1/conversations')).json()) as { total: number }).total

describe('the list', () => {
  test('has every agent, on at first, in the order of the contract, and the same ones each time', async () => {
    const agents = await list(admin)
    expect(agents.map(({ type }) => type)).toEqual(agentTypes)
    expect(agents.every(({ enabled }) => enabled)).toBe(true)
    expect(await list(admin)).toEqual(agents)
  })

  test('says which agents this installation can run', async () => {
    const available = (await list(member)).filter(({ available }) => available).map(({ type }) => type)
    expect(available).toContain('auto_ai')
    expect(available).toContain('compliance_review_ai')
  })

  test('has rules for admins alone', async () => {
    const { id } = await find(admin, 'compliance_review_ai')
    await patch(admin, id, { properties: { type: 'compliance_review_ai', rules: ['Names the parties'] } })
    expect((await find(admin, 'compliance_review_ai')).properties).toEqual({
      type: 'compliance_review_ai',
      rules: ['Names the parties'],
    })
    expect(JSON.stringify(await list(member))).not.toMatch(/properties|rules|parties/)
  })

  test('is the own organisation’s: naming another one is 403', async () => {
    expect((await admin(`/web/v1/agents?organization_id=${organization.id}`)).status).toBe(200)
    expect((await stranger(`/web/v1/agents?organization_id=${organization.id}`)).status).toBe(403)
  })
})

describe('a change', () => {
  test('is answered with the agent, counts for everybody, and is recorded once', async () => {
    const { id } = await find(admin, 'chat_ai')
    const before = (await actions()).length
    const answer = await patch(admin, id, { enabled: false })
    expect(await answer.json()).toMatchObject({ id, type: 'chat_ai', enabled: false })
    await patch(admin, id, { enabled: false })
    expect((await find(member, 'chat_ai')).enabled).toBe(false)
    const recorded = (await actions()).slice(before)
    expect(recorded).toHaveLength(1)
    expect(recorded[0]).toMatchObject({ action: 'agent_changed', target: 'chat_ai' })
    expect(JSON.parse(recorded[0]!.details!)).toEqual({ enabled: false })
  })

  test('of rules is recorded by their number, not their words', async () => {
    const { id } = await find(admin, 'compliance_review_ai')
    await patch(admin, id, { properties: { type: 'compliance_review_ai', rules: [' One ', 'Two'] } })
    expect((await find(admin, 'compliance_review_ai')).properties?.rules).toEqual(['One', 'Two'])
    expect(JSON.parse((await actions()).at(-1)!.details!)).toEqual({ rules: 2, rules_before: 0 })
  })

  test.each([
    ['rules of an agent that has none', 'chat_ai', { properties: { type: 'compliance_review_ai', rules: [] } }],
    ['an empty rule', 'compliance_review_ai', { properties: { type: 'compliance_review_ai', rules: [' '] } }],
    [
      '501 rules',
      'compliance_review_ai',
      { properties: { type: 'compliance_review_ai', rules: Array(501).fill('x') } },
    ],
    ['nothing', 'chat_ai', {}],
  ] as const)('of %s is refused', async (_, type, change) => {
    const response = await patch(admin, (await find(admin, type)).id, change)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid_request' })
  })

  test('is for admins of the organisation: 403 for a member, 404 for another organisation’s admin', async () => {
    const { id } = await find(admin, 'chat_ai')
    expect((await patch(member, id, { enabled: false })).status).toBe(403)
    const response = await patch(stranger, id, { enabled: false })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'does_not_exist', info: { entity: 'agent' } })
    expect((await find(admin, 'chat_ai')).enabled).toBe(true)
  })
})

describe('an agent that is switched off', () => {
  test('cannot be chosen, and a question to it is refused and leaves no conversation', async () => {
    await turnOff('chat_ai')
    const { pipelines } = (await (await member('/web/v1/chat/settings')).json()) as ChatSettings
    expect(pipelines.find(({ name }) => name === 'chat_ai')).toMatchObject({ available: false })
    expect(pipelines.find(({ name }) => name === 'search_ai')).toMatchObject({ available: true })

    const before = await conversations()
    const response = await ask('chat_ai')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'unavailable_agent' })
    expect(await conversations()).toBe(before)
  })

  test('is not picked by automatic selection', async () => {
    await turnOff('search_ai')
    const stream = await (await ask('auto_ai')).text()
    expect(stream).toContain('"assistant_selected":"chat_ai"')
    expect(stream).not.toContain('"assistant_selected":"search_ai"')
  })

  test('leaves automatic selection those that work on files, which it then asks for', async () => {
    await turnOff('search_ai', 'chat_ai', 'creative_ai')
    expect(await (await ask('auto_ai')).text()).toContain('no_files_selected')
  })

  test('leaves automatic selection nothing to pick where it was the last one', async () => {
    await turnOff(...agentTypes.filter((type) => type !== 'auto_ai'))
    expect(await (await ask('auto_ai')).json()).toMatchObject({ code: 'unavailable_agent' })
  })

  test('may be automatic selection itself', async () => {
    await turnOff('auto_ai')
    expect(await (await ask('auto_ai')).json()).toMatchObject({ code: 'unavailable_agent' })
    expect(await (await ask('search_ai')).text()).toContain('event: done')
  })

  test('is off in its own organisation alone', async () => {
    await turnOff('chat_ai')
    expect((await find(stranger, 'chat_ai')).enabled).toBe(true)
  })
})
