import { beforeAll, describe, expect, test } from 'vitest'
import { answerEntryOf, ask, follow } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

let hanako: Caller

beforeAll(async () => {
  await seedOrganization('Chat', [{ email: 'hanako@chat.example' }])
  hanako = await signedIn('hanako@chat.example')
})

describe('a stream', () => {
  test('begins with the conversation and its info, and ends with done', async () => {
    const { mark } = await scripted([{ say: 'Hello ' }, { say: 'there.' }])
    const response = await ask(hanako, { query: `Hello ${mark}` })
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = await eventsOf(response)

    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1))
    const { conversationId, promptId, entryId, text } = answerOf(events)
    expect(events[0]).toMatchObject({ event: 'control', data: { conversation_id: conversationId } })
    expect(events[1]).toMatchObject({ event: 'control', data: { info: { prompt_id: promptId, usage: null } } })
    expect(events.at(-2)).toMatchObject({ event: 'control', data: { info: { usage: { input_tokens: 12 } } } })
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { entry_id: entryId } })
    expect(text).toBe('Hello there.')
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({
      response: text,
      status: 'done',
      error_code: null,
    })
  })

  test('shows the first words before the model has finished', async () => {
    const { mark, release } = await scripted([{ say: 'First' }, { hold: true }, { say: ' last' }])
    const stream = new StreamReader(await ask(hanako, { query: mark }))
    expect(answerOf(await stream.until(isDelta)).text).toBe('First')
    await release()
    expect(answerOf(await stream.rest()).text).toBe(' last')
  })

  test('goes on behind each event that a reader had, with exactly the rest', async () => {
    const { mark } = await scripted([{ say: 'One ' }, { say: 'two ' }, { say: 'three' }])
    const events = await eventsOf(await ask(hanako, { query: mark }))
    const { conversationId } = answerOf(events)
    for (let after = 0; after <= events.length; after++) {
      expect(await eventsOf(await follow(hanako, conversationId, after))).toEqual(events.slice(after))
    }
  })

  test('is the same for two readers, one of whom joins while it runs', async () => {
    const { mark, release } = await scripted([{ say: 'A' }, { hold: true }, { say: 'B' }])
    const first = new StreamReader(await ask(hanako, { query: mark }))
    const begun = await first.until(isDelta)
    const second = new StreamReader(await follow(hanako, answerOf(begun).conversationId))
    const secondBegun = await second.until(isDelta)
    await release()
    const [one, other] = await Promise.all([first.rest(), second.rest()])
    expect([...secondBegun, ...other]).toEqual([...begun, ...one])
  })
})
