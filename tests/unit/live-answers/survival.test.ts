import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import {
  answerOf,
  connect,
  type Connection,
  newQueryClient,
  question,
  randomFrom,
  RecordedServer,
  recorded,
  recordings,
  whole,
} from './replay.ts'
import { type Browser, openBrowser } from './browser.ts'
import { liveAnswer, removeLiveAnswer } from '~/web/chat/live-answers.ts'
import { entriesQuery } from '~/web/chat/queries.ts'
import { askQuestion, followAnswer, stopAnswer } from '~/web/chat/run-answer.ts'
import { sessionQuery } from '~/web/session/queries.ts'

let browser: Browser

beforeEach(() => {
  vi.useFakeTimers()
  browser = openBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks the recorded question over the planned connections. `run` lets time pass until the answer has ended. */
function asking(server: RecordedServer, conversationId: number | null = null) {
  connect(server)
  const queryClient = newQueryClient()
  const onAccepted = vi.fn()
  const state: { outcome?: unknown; error?: unknown } = {}
  const texts: string[] = []
  const asked = askQuestion({ queryClient, conversationId, text: question, agent: 'auto_ai', onAccepted })
  const settled = asked.then(
    (outcome) => void (state.outcome = outcome),
    (error: unknown) => void (state.error = error),
  )
  const going = () => !('outcome' in state) && !('error' in state)
  /** Lets so many milliseconds pass, or less where the answer ends. */
  const pass = async (milliseconds: number) => {
    const time = { over: false }
    const timer = setTimeout(() => (time.over = true), milliseconds)
    while (going() && !time.over) {
      await vi.advanceTimersToNextTimerAsync()
      const text = (liveAnswer(server.conversationId) ?? liveAnswer('new'))?.text
      if (text !== undefined) texts.push(text)
    }
    clearTimeout(timer)
  }
  const run = async () => {
    await pass(20 * 60_000)
    await settled
    return state
  }
  const shown = () => queryClient.getQueryData(entriesQuery(server.conversationId).queryKey)?.data
  return { queryClient, onAccepted, state, texts, pass, run, shown }
}

const cut = (bytes: number, end: 'ends' | 'breaks' | 'falls silent' = 'breaks'): Connection => ({ bytes, end })
const opens = (server: RecordedServer) => server.calls.filter(({ name }) => name !== 'cancel')

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

const model = recorded('model')

describe('a lost connection', () => {
  test('is made anew after a second, then after longer and longer, and after a second again once something came', async () => {
    const refused = Array.from({ length: 6 }, () => 'is refused' as const)
    const server = new RecordedServer(model, [cut(900), ...refused, cut(900)])
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const { pass, run } = asking(server)
    const times: number[] = []
    const began = Date.now()
    for (let calls = 0; server.calls.length < 9;) {
      await pass(10)
      if (server.calls.length > calls) times.push(Math.round((Date.now() - began) / 1000))
      calls = server.calls.length
    }
    expect(times.map((time, index) => time - (times[index - 1] ?? 0))).toEqual([0, 1, 2, 4, 8, 16, 30, 30, 1])
    await run()
  })

  test('is made anew at once when the browser comes online', async () => {
    const server = new RecordedServer(model, [cut(900)])
    const { pass, run, shown } = asking(server)
    await pass(100)
    browser.goOffline()
    await pass(60_000)
    expect(liveAnswer(server.conversationId)?.reconnecting).toBe(true)
    const before = server.calls.length
    browser.goOnline()
    await vi.advanceTimersByTimeAsync(1)
    expect(server.calls.length).toBe(before + 1)
    await run()
    expect(shown()).toEqual(server.entries())
  })

  test('is made anew at once when the tab becomes visible', async () => {
    const server = new RecordedServer(model, [cut(900), ...Array.from({ length: 5 }, () => 'is refused' as const)])
    const { pass, run } = asking(server)
    await pass(8_000)
    browser.hide()
    const before = server.calls.length
    browser.show()
    await vi.advanceTimersByTimeAsync(1)
    expect(server.calls.length).toBe(before + 1)
    await run()
  })

  test('that nobody noticed is replaced when the browser comes online on another network', async () => {
    const server = new RecordedServer(model, [cut(900, 'falls silent')])
    const { pass, run, shown } = asking(server)
    await pass(1_000)
    browser.goOffline()
    browser.goOnline()
    await pass(1_200)
    expect(opens(server)).toHaveLength(2)
    await run()
    expect(shown()).toEqual(server.entries())
  })

  test('that nobody noticed is replaced when a computer wakes up, and one that is alive is kept', async () => {
    const server = new RecordedServer(model, [cut(900, 'falls silent')])
    const { pass, run } = asking(server)
    await pass(5_000)
    browser.show()
    await pass(2_000)
    expect(opens(server)).toHaveLength(1)
    await pass(15_000)
    browser.show()
    await pass(1_200)
    expect(opens(server)).toHaveLength(2)
    await run()
  })

  test('that is silent for 40 seconds is dead, and its late bytes are not read', async () => {
    const server = new RecordedServer(model, [cut(900, 'falls silent')])
    const { pass, run, shown } = asking(server)
    await pass(39_000)
    expect(opens(server)).toHaveLength(1)
    await pass(3_000)
    expect(opens(server)).toHaveLength(2)
    await run()
    expect(shown()).toEqual(server.entries())
  })

  test('before the question was accepted repeats it under the same key', async () => {
    const server = new RecordedServer(model, ['is refused', 'never answers', cut(10)])
    const { run, onAccepted } = asking(server)
    await run()
    const keys = server.calls.filter(({ name }) => name === 'ask').map(({ key }) => key)
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    expect(onAccepted).toHaveBeenCalledOnce()
  })

  test('in the very repetition of a question that is still being stored is no refusal', async () => {
    const server = new RecordedServer(model, [cut(0), new ApiError('invalid_conversation')])
    const { run } = asking(server)
    expect(await run()).toEqual({ outcome: { status: 'done', errorCode: null } })
  })
})

describe('a question that is not accepted', () => {
  test.each(['empty_question', 'rate_limited', 'invalid_credentials'] as const)(
    'for %s is given back at once',
    async (code) => {
      const server = new RecordedServer(model, [new ApiError(code)])
      const { run, onAccepted } = asking(server)
      expect(await run()).toEqual({ error: new ApiError(code) })
      expect(server.calls).toHaveLength(1)
      expect(liveAnswer('new')).toBeUndefined()
      expect(onAccepted).not.toHaveBeenCalled()
    },
  )

  test('because nothing answers is given back, and asked again it is the same question', async () => {
    const server = new RecordedServer(
      model,
      Array.from({ length: 4 }, () => 'is refused' as const),
    )
    expect(await asking(server).run()).toEqual({ error: new TypeError('Failed to fetch') })
    expect(await asking(server).run()).toEqual({ outcome: { status: 'done', errorCode: null } })
    expect(new Set(server.calls.map(({ key }) => key)).size).toBe(1)
    expect(await asking(server).run()).toEqual({ outcome: { status: 'done', errorCode: null } })
    expect(new Set(server.calls.map(({ key }) => key)).size).toBe(2)
  })

  test('waits as long as the browser is offline', async () => {
    browser.goOffline()
    const server = new RecordedServer(model, [])
    const { pass, run } = asking(server)
    await pass(10 * 60_000)
    expect(liveAnswer('new')?.reconnecting).toBe(true)
    browser.goOnline()
    expect(await run()).toEqual({ outcome: { status: 'done', errorCode: null } })
  })
})

describe('stopping', () => {
  test('before the conversation has a number stops the answer as soon as it has', async () => {
    const server = new RecordedServer(recorded('stopped'), [])
    const { run } = asking(server)
    await stopAnswer('new')
    expect(liveAnswer('new')?.stopping).toBe(true)
    expect(await run()).toEqual({ outcome: { status: 'stopped', errorCode: 'request_aborted_user' } })
    expect(server.calls.filter(({ name }) => name === 'cancel')).toHaveLength(1)
  })

  test('gives back a question that cannot be sent', async () => {
    browser.goOffline()
    const server = new RecordedServer(model, [])
    const { pass, run } = asking(server)
    await pass(20_000)
    await stopAnswer('new')
    expect(await run()).toEqual({ error: new ApiError('request_aborted_user') })
    expect(liveAnswer('new')).toBeUndefined()
  })

  test('while the connection is lost reaches the server when there is one again', async () => {
    const server = new RecordedServer(recorded('stopped'), [cut(500), 'is refused', 'is refused'])
    server.cancelFailures = [new TypeError('Failed to fetch'), new TypeError('Failed to fetch')]
    const { pass, run } = asking(server)
    await pass(500)
    const stopped = stopAnswer(server.conversationId)
    expect(await run()).toEqual({ outcome: { status: 'stopped', errorCode: 'request_aborted_user' } })
    await stopped
    expect(server.calls.filter(({ name }) => name === 'cancel')).toHaveLength(3)
  })
})

describe('a session that expires', () => {
  const member = (user_id: number) => ({ state: 'member', me: { user_id } }) as never

  test('lets the answer go on when the member has signed in again', async () => {
    const server = new RecordedServer(model, [cut(900), new ApiError('invalid_credentials')])
    const { queryClient, pass, run, shown } = asking(server)
    queryClient.setQueryData(sessionQuery.queryKey, member(1))
    await pass(2_000)
    queryClient.setQueryData(sessionQuery.queryKey, { state: 'signed_out' })
    await pass(120_000)
    expect(server.calls).toHaveLength(2)
    queryClient.setQueryData(sessionQuery.queryKey, member(1))
    await run()
    expect(shown()).toEqual(server.entries())
  })

  test('shows nothing of the answer to somebody else', async () => {
    const server = new RecordedServer(model, [cut(900), new ApiError('invalid_credentials')])
    server.entriesFailures = Array.from({ length: 9 }, () => new ApiError('does_not_exist'))
    const { queryClient, pass, run } = asking(server)
    queryClient.setQueryData(sessionQuery.queryKey, member(1))
    await pass(2_000)
    queryClient.setQueryData(sessionQuery.queryKey, { state: 'signed_out' })
    queryClient.setQueryData(sessionQuery.queryKey, member(2))
    await run()
    expect(liveAnswer(server.conversationId)).toBeUndefined()
    expect(server.calls).toHaveLength(2)
  })
})

describe('an answer that cannot be followed', () => {
  test('because its conversation is gone leaves nothing behind', async () => {
    const server = new RecordedServer(model, [cut(900), new ApiError('does_not_exist')])
    server.entriesFailures = Array.from({ length: 9 }, () => new ApiError('does_not_exist'))
    const { run } = asking(server)
    expect(await run()).toEqual({ outcome: { status: 'failed', errorCode: 'does_not_exist' } })
    expect(liveAnswer(server.conversationId)).toBeUndefined()
  })

  test('because another version serves is looked up before an error shows', async () => {
    const pages = Array.from({ length: 8 }, () => 'brings a page of a proxy' as const)
    const server = new RecordedServer(model, [cut(900), ...pages])
    const { run, shown } = asking(server)
    await run()
    expect(shown()).toEqual(server.entries())
    expect(liveAnswer(server.conversationId)).toBeUndefined()
  })

  test('and not be looked up either keeps its text, and says why', async () => {
    const pages = Array.from({ length: 8 }, () => 'brings a page of a proxy' as const)
    const server = new RecordedServer(model, [cut(2_000), ...pages])
    server.entriesFailures = Array.from({ length: 9 }, () => new Error('<html>'))
    const { run } = asking(server)
    await run()
    const kept = liveAnswer(server.conversationId)
    expect(kept).toMatchObject({ status: 'failed', errorCode: 'service_http_error' })
    expect(kept?.text).not.toBe('')
    removeLiveAnswer(server.conversationId)
  })
})

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
