import { describe, expect, test } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { asking, cut, model } from '../harness/asking.ts'
import { RecordedServer, recorded } from '../harness/replay.ts'
import { inBrowser } from '../harness/browser.ts'
import { liveAnswer, removeLiveAnswer } from '~/web/chat/answers/live-answers.ts'
import { stopAnswer } from '~/web/chat/answers/run-answer.ts'
import { sessionQuery } from '~/web/session/queries.ts'

const browser = inBrowser()

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

  test('because the server is busy is asked again when that says, as the same question', async () => {
    const server = new RecordedServer(model, [new ApiError('service_unavailable', { retry_after: 12 })])
    const { pass, run } = asking(server)
    await pass(11_900)
    expect(server.calls).toHaveLength(1)
    expect(await run()).toEqual({ outcome: { status: 'done', errorCode: null } })
    expect(new Set(server.calls.map(({ key }) => key)).size).toBe(1)
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
