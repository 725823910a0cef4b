import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import { answerEntryOf, answered, ask, cancel, follow } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { queryMember } from './harness/member-objects.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

let hanako: Caller

beforeAll(async () => {
  await seedOrganization('Survival', [{ email: 'hanako@survival.example' }])
  hanako = await signedIn('hanako@survival.example')
})

const isGapless = (events: AnswerEvent[]) => events.every(({ id }, index) => id === index + 1)

/** Whether anything is left of an answer. */
const isForgotten = async (entryId: number) => {
  const query = 'SELECT id FROM entries WHERE id = ?1 UNION ALL SELECT id FROM events WHERE answer_id = ?1'
  return (await queryMember('hanako@survival.example', query, entryId)).length === 0
}

test(
  'of 200 answers at the same time no event is lost, and none is mixed up with another',
  { timeout: 60_000 },
  async () => {
    const answers = Array.from({ length: 200 }, async (_, number) => {
      const words = Array.from({ length: 20 }, (_, index) => `${number}:${index} `)
      const { mark } = await scripted(words.flatMap((say) => [{ say }, { pause: 10 }]))
      const events = await eventsOf(await ask(hanako, { query: mark, pipeline: 'chat_ai' }))
      return { whole: answerOf(events).text === words.join(''), gapless: isGapless(events), last: events.at(-1)?.event }
    })
    for (const answer of await Promise.all(answers))
      expect(answer).toEqual({ whole: true, gapless: true, last: 'done' })
  },
)

test('a reader who takes nothing for as long as the answer is written gets all of it, and holds nobody up', async () => {
  const words = Array.from({ length: 300 }, (_, index) => `${index}${'.'.repeat(500)}`)
  const { mark } = await scripted(words.flatMap((say) => [{ say }, { pause: 1 }]))
  const slow = new StreamReader(await ask(hanako, { query: mark }))
  const { conversationId } = answerOf(await slow.until(({ data }) => 'conversation_id' in data))
  const quick = await eventsOf(await follow(hanako, conversationId))
  expect(answerOf(quick).text).toBe(words.join(''))
  expect(answerOf(await slow.rest()).text).toBe(words.join(''))
})

describe('when another answer followed in the conversation', () => {
  async function twoAnswers() {
    const { mark } = await scripted([{ say: 'The first' }])
    const first = await answered(hanako, { query: mark })
    const { mark: next, release } = await scripted([{ say: 'The second' }, { hold: true }])
    const second = new StreamReader(await ask(hanako, { query: next }, { id: first.conversationId }))
    await second.until(isDelta)
    return { first, second, release }
  }

  test('the rest of the first is asked for by its entry', async () => {
    const { first, release } = await twoAnswers()
    const response = await hanako(`/web/v1/chat/${first.conversationId}/stream?entry_id=${first.entryId}`)
    expect(answerOf(await eventsOf(response)).text).toBe('The first')
    await release()
  })

  test('a late wish to stop the first does not stop the second', async () => {
    const { first, second, release } = await twoAnswers()
    await hanako(`/web/v1/chat/${first.conversationId}/cancel?entry_id=${first.entryId}`, { method: 'POST' })
    await release()
    expect(answerOf(await second.rest()).error).toBeUndefined()
    expect(await answerEntryOf(hanako, first.conversationId)).toMatchObject({ status: 'done', response: 'The second' })
  })
})

describe('of what is deleted, nothing of its answer is kept:', () => {
  test('a conversation whose answer has ended', async () => {
    const { mark } = await scripted([{ say: 'A secret' }])
    const { conversationId, entryId } = await answered(hanako, { query: mark })
    expect(await isForgotten(entryId)).toBe(false)
    await hanako(`/v1/conversations/${conversationId}`, { method: 'DELETE' })
    expect(await isForgotten(entryId)).toBe(true)
  })

  test('a conversation whose answer runs, and its readers hear the end', async () => {
    const { mark } = await scripted([{ say: 'A secret' }, { hold: true }])
    const stream = new StreamReader(await ask(hanako, { query: mark }))
    const { conversationId } = answerOf(await stream.until(isDelta))
    await hanako(`/v1/conversations/${conversationId}`, { method: 'DELETE' })
    const { error, entryId } = answerOf(await stream.rest())
    expect(error).toBe('request_aborted_user')
    expect(await isForgotten(entryId)).toBe(true)
  })

  test('a question that was asked anew', async () => {
    const { mark } = await scripted([{ say: 'A secret' }])
    const { conversationId, promptId, entryId } = await answered(hanako, { query: mark })
    const overwrites = { overwrite_prompt_id: promptId, overwrite_assistant_id: entryId }
    await answered(hanako, { query: 'Again', ...overwrites }, { id: conversationId })
    expect(await isForgotten(entryId)).toBe(true)
  })
})

test('a second question while an answer runs is refused, and disturbs nothing', async () => {
  const { mark, release } = await scripted([{ say: 'One' }, { hold: true }, { say: ' answer' }])
  const stream = new StreamReader(await ask(hanako, { query: mark }))
  const { conversationId } = answerOf(await stream.until(isDelta))
  expect((await ask(hanako, { query: 'Another' }, { id: conversationId })).status).toBe(409)
  await release()
  expect(answerOf(await stream.rest()).text).toBe(' answer')
  expect((await cancel(hanako, conversationId)).status).toBe(204)
})
