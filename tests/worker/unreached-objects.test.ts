import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { answered, follow } from './harness/asking.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const { hanako } = await seedMembers('unreached.example', { hanako: 'user' })
const { conversationId } = await answered(hanako, { query: 'Which?' })

/** The caller, of whose next calls of the member's object the first does not arrive. */
function unlucky(caller: Caller, failure: object = {}): Caller {
  let isFirst = true
  const callOf = (stub: object, name: string | symbol) => {
    const method = Reflect.get(stub, name) as unknown
    if (typeof method !== 'function' || typeof name === 'symbol') return method
    return async (...parameters: unknown[]) => {
      if (!isFirst) return Reflect.apply(method, stub, parameters) as unknown
      isFirst = false
      throw Object.assign(new Error('Network connection lost.'), { retryable: true, ...failure })
    }
  }
  const getByName = (key: string) => new Proxy<object>(env.MEMBERS.getByName(key), { get: callOf })
  const MEMBERS = { getByName } as unknown as Env['MEMBERS']
  return (path, call) => caller(path, { ...call, variables: { MEMBERS } })
}

test.each([
  ['the list of conversations', '/web/v1/conversations'],
  ['a conversation', `/v1/conversations/${conversationId}/entries`],
  ['a search of conversations', '/web/v1/conversations/search?q=Which'],
])('%s is read again where the member’s object was not reached', async (_, path) => {
  const response = await unlucky(hanako)(path)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(await (await hanako(path)).json())
})

test('an answer is followed again where the member’s object was not reached', async () => {
  const response = await follow(unlucky(hanako), conversationId)
  expect(await response.text()).toBe(await (await follow(hanako, conversationId)).text())
})

test('nothing is written twice, and no object is asked again that has too much to do', async () => {
  const rename = { method: 'PUT', json: { title: 'Renamed' } }
  expect((await unlucky(hanako)(`/v1/conversations/${conversationId}`, rename)).status).toBe(503)
  expect((await unlucky(hanako, { overloaded: true })('/web/v1/conversations')).status).toBe(503)
})
