import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AnswerEvent } from '~/contract/chat.ts'
import { answerEntryOf, ask, cancel, entriesOf, follow } from './harness/asking.ts'
import { type Caller, seedOrganization, signedIn } from './harness/callers.ts'
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

/**
 * Ends all objects as a crash of their machine would, once what they have said is on disk, and makes the rows older than
 * the time that a start may take.
 */
async function crash(conversationId: number) {
  await expect.poll(() => storedText(conversationId)).toContain('So far')
  await abortAllDurableObjects()
  await env.DB.prepare("UPDATE entries SET created_at = '2026-01-01T00:00:00.000Z' WHERE conversation_id = ?")
    .bind(conversationId)
    .run()
}

const storedText = async (conversationId: number) =>
  runInDurableObject(await runOf(conversationId), (_, { storage }) =>
    storage.sql
      .exec<{ data: string }>('SELECT data FROM events')
      .toArray()
      .map(({ data }) => data)
      .join(),
  )

const runOf = async (conversationId: number) => {
  const row = await env.DB.prepare("SELECT max(id) AS id FROM entries WHERE conversation_id = ? AND kind = 'answer'")
    .bind(conversationId)
    .first<{ id: number }>()
  return env.ANSWERS.getByName(`answer-${row?.id}`)
}

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

  test('is ended by its alarm where nobody looks', async () => {
    const { id } = await askHeld()
    await crash(id)
    expect(await runDurableObjectAlarm(await runOf(id))).toBe(true)
    const row = await env.DB.prepare(
      "SELECT status, error_code FROM entries WHERE conversation_id = ? AND kind = 'answer'",
    )
      .bind(id)
      .first()
    expect(row).toEqual({ status: 'failed', error_code: 'answer_interrupted' })
  })

  test('does not keep the conversation from the next question', async () => {
    const { id } = await askHeld()
    await crash(id)
    const { mark } = await scripted([{ say: 'Next' }])
    expect(answerOf(await eventsOf(await ask(hanako, { query: mark }, { id }))).text).toBe('Next')
    expect(await entriesOf(hanako, id)).toHaveLength(4)
  })

  test('that was stored but never started is ended too', async () => {
    const { id } = await askHeld()
    await cancel(hanako, id)
    const lost = await env.DB.prepare(
      `INSERT INTO entries (conversation_id, kind, question_id, response, status, created_at)
       SELECT conversation_id, 'answer', question_id, '', 'streaming', '2026-01-01T00:00:00.000Z' FROM entries
       WHERE conversation_id = ? AND kind = 'answer' RETURNING id`,
    )
      .bind(id)
      .first<{ id: number }>()
    expect(answerOf(await eventsOf(await follow(hanako, id)))).toMatchObject({
      error: 'answer_interrupted',
      entryId: lost?.id,
    })
  })
})

describe('an ended run', () => {
  test('forgets its events after a while; a reader then gets the stored answer', async () => {
    const { mark } = await scripted([{ say: 'To be kept' }])
    const events = await eventsOf(await ask(hanako, { query: mark }))
    const { conversationId, entryId } = answerOf(events)
    expect(await runDurableObjectAlarm(await runOf(conversationId))).toBe(true)

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
  const left = await env.DB.prepare('SELECT count(*) AS number FROM entries WHERE conversation_id = ?').bind(id).first()
  expect(left).toEqual({ number: 0 })
  expect((await follow(hanako, id)).status).toBe(404)
})
