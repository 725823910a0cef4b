import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { asking, cut, model, opens } from '../harness/asking.ts'
import { RecordedServer } from '../harness/replay.ts'
import { inBrowser } from '../harness/browser.ts'
import { liveAnswer } from '~/web/chat/answers/live-answers.ts'

const browser = inBrowser()

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
