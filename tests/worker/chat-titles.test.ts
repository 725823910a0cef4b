import { describe, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import { answered, ask } from './harness/asking.ts'
import { seedMembers } from './harness/members.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

const { hanako } = await seedMembers('titles.example', { hanako: 'user' })

async function titleOf(id: number): Promise<string> {
  const { data } = (await (await hanako('/web/v1/conversations')).json()) as { data: Conversation[] }
  return data.find((one) => one.id === id)!.title
}

describe('the model names a conversation', () => {
  test('when its first answer is there, and the answer’s last events say how', async () => {
    const { mark, titled } = await scripted([{ say: 'Twenty-six weeks.' }])
    await titled([{ say: '**"Parental leave"' }, { say: '**\n\nI hope this helps.' }])
    const events = await eventsOf(await ask(hanako, { query: `How long is it? ${mark}` }))
    expect(await titleOf(answerOf(events).conversationId)).toBe('Parental leave')
    expect(events.slice(-3).map(({ data }) => data)).toEqual([
      { conversation_title: 'Parental leave' },
      { info: expect.objectContaining({ conversation_title: 'Parental leave' }) },
      { entry_id: expect.any(Number) },
    ])
    // What the title cost is no part of what the answer did.
    expect(JSON.stringify(events)).toContain('"usage":{"input_tokens":12,"output_tokens":1}')
  })

  test('in the words of the question and the answer, shortened where it writes too much', async () => {
    const { mark, titled } = await scripted([{ say: '26週です。' }])
    await titled([{ say: '「育児休業の期間'.padEnd(500, 'と') }, { hold: true }])
    const { conversationId } = await answered(hanako, { query: `育休は？ ${mark}` })
    expect(await titleOf(conversationId)).toMatch(/^育児休業の期間と+…$/)
  })

  test('once: a later question leaves it', async () => {
    const first = await scripted([{ say: 'Yes' }])
    await first.titled([{ say: 'First things' }])
    const { conversationId } = await answered(hanako, { query: first.mark })
    const second = await scripted([{ say: 'Yes' }])
    await second.titled([{ say: 'Second things' }])
    await answered(hanako, { query: second.mark }, { id: conversationId })
    expect(await titleOf(conversationId)).toBe('First things')
  })

  test('not where someone named it while the answer was written', async () => {
    const { mark, titled, release } = await scripted([{ say: 'Yes' }, { hold: true }])
    await titled([{ say: 'The model’s words' }])
    const reader = new StreamReader(await ask(hanako, { query: mark }))
    const { conversationId } = answerOf(await reader.until(isDelta))
    await hanako(`/v1/conversations/${conversationId}`, { method: 'PUT', json: { title: 'My words' } })
    await release()
    await reader.rest()
    expect(await titleOf(conversationId)).toBe('My words')
  })
})

describe('the title is made of the question', () => {
  test.each([
    { what: 'fails', take: [{ status: 400 }] },
    { what: 'says nothing', take: [{ say: ' \n' }] },
    { what: 'breaks off', take: [{ say: 'Half a ti' }, { end: true as const }] },
  ])('where the model $what', async ({ take }) => {
    const { mark, titled } = await scripted([{ say: 'Yes' }])
    await titled(take)
    const { conversationId, error } = await answered(hanako, { query: mark })
    expect({ title: await titleOf(conversationId), error }).toEqual({ title: mark, error: undefined })
  })

  test('where the answer failed', async () => {
    const { mark, titled } = await scripted([{ status: 400 }])
    await titled([{ say: 'Never asked for' }])
    const { conversationId } = await answered(hanako, { query: mark })
    expect(await titleOf(conversationId)).toBe(mark)
  })

  test('until a model that is slow has found one, for which the answer’s end does not wait long', async () => {
    const { mark, titled, release } = await scripted([{ say: 'Yes' }])
    await titled([{ hold: true }, { say: 'A late title' }])
    const { conversationId, error } = await answered(hanako, { query: mark })
    expect({ title: await titleOf(conversationId), error }).toEqual({ title: mark, error: undefined })
    await release()
    await expect.poll(() => titleOf(conversationId)).toBe('A late title')
  })
})
