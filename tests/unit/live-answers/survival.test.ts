import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { asking, cut, model } from '../harness/asking.ts'
import {
  answerOf,
  connect,
  type Connection,
  newQueryClient,
  RecordedServer,
  recorded,
  recordings,
  whole,
} from '../harness/replay.ts'
import { inBrowser } from '../harness/browser.ts'
import { randomFrom } from '../../random.ts'
import { liveAnswer } from '~/web/chat/answers/live-answers.ts'
import { entriesQuery } from '~/web/chat/queries.ts'
import { followAnswer } from '~/web/chat/answers/run-answer.ts'

inBrowser()

describe.each(recordings)('the recorded answer %s', (name) => {
  const log = recorded(name)
  const { status, errorCode } = answerOf(log)

  test('is shown as it is stored', async () => {
    const server = new RecordedServer(log, [])
    const { run, shown, onAccepted } = asking(server)
    expect(await run()).toEqual({ outcome: { status, errorCode } })
    expect(shown()).toEqual(server.entries())
    expect(onAccepted).toHaveBeenCalledExactlyOnceWith(server.conversationId)
    expect(liveAnswer(server.conversationId)).toBeUndefined()
  })

  test('is the same after any cuts: nothing is lost, nothing comes twice, and the text only grows', async () => {
    const random = randomFrom(name.length)
    const { text } = answerOf(log)
    for (let round = 0; round < 60; round++) {
      const plan = Array.from({ length: Math.floor(random() * 6) }, () => faultOf(random))
      const server = new RecordedServer(
        log,
        [cut(400), ...plan],
        () => 1 + Math.floor(random() * (random() < 0.3 ? 5 : 1500)),
      )
      const { run, shown, texts } = asking(server)
      expect(await run(), JSON.stringify(plan)).toEqual({ outcome: { status, errorCode } })
      expect(shown(), JSON.stringify(plan)).toEqual(server.entries())
      for (const [index, each] of texts.entries()) {
        expect(text.startsWith(each)).toBe(true)
        expect(each.length).toBeGreaterThanOrEqual(texts[index - 1]?.length ?? 0)
      }
    }
  })
})

/** Any way in which a connection goes wrong. */
function faultOf(random: () => number): Connection {
  const kinds: (() => Connection)[] = [
    () => cut(Math.floor(random() * 4000), 'ends'),
    () => cut(Math.floor(random() * 4000), 'breaks'),
    () => cut(Math.floor(random() * 4000), 'falls silent'),
    () => ({ bytes: Math.floor(random() * 4000), repeats: Math.floor(random() * 9), end: 'breaks' }),
    () => 'is refused',
    () => 'never answers',
    () => 'brings a page of a proxy',
    () => 'brings the stored answer',
    () => new ApiError('service_unavailable', { retry_after: 1 }),
  ]
  return kinds[Math.floor(random() * kinds.length)]!()
}

describe('a second reader', () => {
  test('of an answer that another tab asked for sees all of it, once', async () => {
    const server = new RecordedServer(model, [cut(1_500), whole])
    server.happened = 5
    connect(server)
    const queryClient = newQueryClient()
    await queryClient.fetchQuery(entriesQuery(server.conversationId))
    const { entryId } = server
    const followed = followAnswer(queryClient, server.conversationId, { entryId, agent: 'auto_ai' })
    const twice = followAnswer(queryClient, server.conversationId, { entryId, agent: 'auto_ai' })
    server.happened = Infinity
    await vi.advanceTimersByTimeAsync(60_000)
    await Promise.all([followed, twice])
    const shown = queryClient.getQueryData(entriesQuery(server.conversationId).queryKey)?.data
    expect(shown?.map(({ content }) => content)).toEqual(server.entries().map(({ content }) => content))
    expect(server.calls.map(({ name }) => name)).toEqual(['resume', 'resume'])
  })

  test('in the same conversation cannot ask before the answer has ended', async () => {
    const server = new RecordedServer(model, [])
    const first = asking(server, server.conversationId)
    const second = asking(server, server.conversationId)
    expect(await second.run()).toEqual({ error: new ApiError('invalid_conversation') })
    expect(await first.run()).toEqual({ outcome: { status: 'done', errorCode: null } })
  })
})
