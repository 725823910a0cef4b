import { abortAllDurableObjects, runDurableObjectAlarm } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import { answerEntryOf, ask, cancel, entriesOf, follow } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
import { memberObjectOf, queryMember } from './harness/member-objects.ts'
import { answerOf, eventsOf, isDelta, scripted, StreamReader } from './harness/streams.ts'

let hanako: Caller

beforeAll(async () => {
  await seedOrganization('Runs', [{ email: 'hanako@runs.example' }])
  hanako = await signedIn('hanako@runs.example')
})

/** Asks a question whose answer says a little and then waits. */
async function askHeld(question: object = {}, signal?: AbortSignal) {
  const model = await scripted([{ say: 'So far' }, { hold: true }, { say: ' and no further' }])
  const stream = new StreamReader(await ask(hanako, { query: model.mark, ...question }, signal && { signal }))
  const begun = await stream.until(isDelta)
  return { ...model, stream, begun, id: answerOf(begun).conversationId }
}

const email = 'hanako@runs.example'

/** Ends all objects as a crash of their machine would, once what they have said is on disk. */
async function crash(conversationId: number) {
  await toldOnDisk(conversationId)
  await abortAllDurableObjects()
}

const toldOnDisk = (conversationId: number) => expect.poll(() => storedText(conversationId)).toContain('So far')

const storedText = async (conversationId: number) =>
  (
    await queryMember<{ data: string }>(
      email,
      'SELECT data FROM events WHERE answer_id IN (SELECT id FROM entries WHERE conversation_id = ?)',
      conversationId,
    )
  )
    .map(({ data }) => data)
    .join()

describe('cancel', () => {
  test('keeps the text so far, ends the stream with the reason, and hangs up on the model', async () => {
    const { id, stream, hungUp } = await askHeld()
    expect((await cancel(hanako, id)).status).toBe(204)
    expect(await answerEntryOf(hanako, id)).toMatchObject({
      response: 'So far',
      status: 'stopped',
      error_code: 'request_aborted_user',
    })

    const rest = await stream.rest()
    expect(answerOf(rest).error).toBe('request_aborted_user')
    expect(rest.at(-1)?.event).toBe('done')
    await hungUp()
  })

  test('of an answer that has ended changes nothing', async () => {
    const { mark } = await scripted([{ say: 'Whole' }])
    const { conversationId } = answerOf(await eventsOf(await ask(hanako, { query: mark })))
    expect((await cancel(hanako, conversationId)).status).toBe(204)
    expect(await answerEntryOf(hanako, conversationId)).toMatchObject({ response: 'Whole', status: 'done' })
  })
})

describe('a reader who leaves', () => {
  test('does not disturb an answer in the background', async () => {
    const { id, stream, release } = await askHeld()
    await stream.close()
    await release()
    await eventsOf(await follow(hanako, id))
    expect(await answerEntryOf(hanako, id)).toMatchObject({ response: 'So far and no further', status: 'done' })
  })

  test('ends an answer in the foreground', async () => {
    const { id, stream, hungUp } = await askHeld({ background: false })
    await stream.close()
    await hungUp()
    await eventsOf(await follow(hanako, id))
    expect(await answerEntryOf(hanako, id)).toMatchObject({
      response: 'So far',
      status: 'stopped',
      error_code: 'request_aborted_user',
    })
  })

  test('ends an answer in the foreground by aborting the request', async () => {
    const leaving = new AbortController()
    const { id, hungUp } = await askHeld({ background: false }, leaving.signal)
    leaving.abort()
    await hungUp()
    await eventsOf(await follow(hanako, id))
    expect(await answerEntryOf(hanako, id)).toMatchObject({ response: 'So far', status: 'stopped' })
  })

  test('leaves an answer in the foreground to the readers who stay', async () => {
    const { id, stream, release } = await askHeld({ background: false })
    const other = new StreamReader(await follow(hanako, id))
    await other.until(isDelta)
    await stream.close()
    await release()
    expect(answerOf(await other.rest()).text).toBe(' and no further')
  })
})

describe('a killed run', () => {
  test('is ended with the text so far by whoever lists the entries', async () => {
    const { id } = await askHeld()
    await crash(id)
    expect(await answerEntryOf(hanako, id)).toMatchObject({
      response: 'So far',
      status: 'failed',
      error_code: 'answer_interrupted',
    })
  })

  test('is ended by whoever resumes its stream, who misses nothing and gets nothing twice', async () => {
    const { id, begun } = await askHeld()
    await crash(id)
    const rest = await eventsOf(await follow(hanako, id, begun.length))
    const ids = [...begun, ...rest].map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
    expect(answerOf([...begun, ...rest])).toMatchObject({ text: 'So far', error: 'answer_interrupted' })
    expect(rest.at(-1)?.event).toBe('done')
  })

  test('tells a reader who was ahead of the disk what is left, and how it ended', async () => {
    const { id, begun } = await askHeld()
    await crash(id)
    const unstored: AnswerEvent = { id: begun.length + 1, event: 'data', data: { delta: ' and further' } }
    const rest = await eventsOf(await follow(hanako, id, unstored.id))
    expect(rest.every((event) => event.id > unstored.id)).toBe(true)
    expect(answerOf([...begun, unstored, ...rest])).toMatchObject({ text: 'So far', error: 'answer_interrupted' })
    expect(rest.at(-1)?.event).toBe('done')
  })

  test('whose events never reached the disk tells its conversation to whoever repeats the question', async () => {
    const { mark } = await scripted([{ say: 'So far' }, { hold: true }])
    const repeatable = () => ask(hanako, { query: mark }, { headers: { 'idempotency-key': 'killed' } })
    const reader = new StreamReader(await repeatable())
    await reader.until(isDelta)
    const [{ conversation_id: id }] = (await queryMember<{ conversation_id: number }>(
      email,
      "SELECT conversation_id FROM entries WHERE status = 'streaming'",
    )) as [{ conversation_id: number }]
    await toldOnDisk(id)
    await queryMember(email, 'DELETE FROM events')
    await abortAllDurableObjects()
    const events = await eventsOf(await repeatable())
    expect(answerOf(events)).toMatchObject({ conversationId: id, error: 'answer_interrupted' })
    expect(events.at(-1)?.event).toBe('done')
  })

  test('is ended by its alarm where nobody looks', async () => {
    const { id } = await askHeld()
    await crash(id)
    expect(await runDurableObjectAlarm(await memberObjectOf(email))).toBe(true)
    const [row] = await queryMember(
      email,
      "SELECT status, error_code FROM entries WHERE conversation_id = ? AND kind = 'answer'",
      id,
    )
    expect(row).toEqual({ status: 'failed', error_code: 'answer_interrupted' })
  })

  test('does not keep the conversation from the next question', async () => {
    const { id } = await askHeld()
    await crash(id)
    const { mark } = await scripted([{ say: 'Next' }])
    expect(answerOf(await eventsOf(await ask(hanako, { query: mark }, { id }))).text).toBe('Next')
    expect(await entriesOf(hanako, id)).toHaveLength(4)
  })
})

test('answers that were stored and never begun keep nobody from asking', async () => {
  const variables = { RUNNING_ANSWERS: '3' }
  const ids = []
  for (let number = 1; number <= 3; number++) {
    const { conversationId } = answerOf(await eventsOf(await ask(hanako, { query: 'Once' })))
    ids.push(conversationId)
    await queryMember(
      email,
      "UPDATE entries SET status = 'streaming' WHERE conversation_id = ? AND kind = 'answer'",
      conversationId,
    )
  }
  for (const id of [undefined, ids[0]]) {
    const { mark } = await scripted([{ say: 'Next' }])
    const response = await ask(hanako, { query: mark }, { variables, ...(id !== undefined && { id }) })
    expect(answerOf(await eventsOf(response)).text).toBe('Next')
  }
})

describe('an ended run', () => {
  test('has a row for what was written together, and its readers the rest after any event', async () => {
    const { mark } = await scripted(
      Array.from({ length: 24 }, (_, index) => [{ say: `${index} ` }, { pause: 60 }]).flat(),
    )
    const events = await eventsOf(await ask(hanako, { query: mark }))
    const { conversationId, entryId } = answerOf(events)
    const rows = await queryMember(email, 'SELECT id FROM events WHERE answer_id = ?', entryId)
    expect(rows.length).toBeLessThan(events.length)
    for (const { id } of events)
      expect(await eventsOf(await follow(hanako, conversationId, id))).toEqual(events.filter((event) => event.id > id))
  })

  test('forgets its events after a while; a reader then gets the stored answer', async () => {
    const { mark } = await scripted([{ say: 'To be kept' }])
    const events = await eventsOf(await ask(hanako, { query: mark }))
    const { conversationId, entryId } = answerOf(events)
    await queryMember(email, "UPDATE entries SET updated_at = '2026-01-01T00:00:00.000Z' WHERE id = ?", entryId)
    expect(await runDurableObjectAlarm(await memberObjectOf(email))).toBe(true)
    expect(await queryMember(email, 'SELECT * FROM events WHERE answer_id = ?', entryId)).toEqual([])

    const replayed = await eventsOf(await follow(hanako, conversationId, 3))
    expect(replayed[0]?.id).toBe(4)
    expect(answerOf(replayed)).toMatchObject({ text: 'To be kept', entryId, conversationId })
    expect(replayed.at(-1)?.event).toBe('done')
  })
})

test('deleting a conversation ends its answer, which is stored nowhere', async () => {
  const { id, stream, hungUp } = await askHeld()
  expect((await hanako(`/v1/conversations/${id}`, { method: 'DELETE' })).status).toBe(204)
  expect(answerOf(await stream.rest()).error).toBe('request_aborted_user')
  await hungUp()
  expect(await queryMember(email, 'SELECT * FROM entries WHERE conversation_id = ?', id)).toEqual([])
  expect((await follow(hanako, id)).status).toBe(404)
})
