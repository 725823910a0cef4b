import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { createUploadQueue, type UploadQueueOptions } from '~/web/files/upload-queue.ts'

type Answer = Awaited<ReturnType<UploadQueueOptions['send']>>

const storedAnswer: Answer = { files: [{} as StoredFile], failed: [] }
const refusal = (code: string): Answer => ({ files: [], failed: [{ code }] })
const files = (...names: string[]) => names.map((name) => new File(['x'], name))
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue whose sendings are answered by the test. */
function start() {
  const sent: {
    name: string
    groupId: number
    key: string
    signal: AbortSignal
    answer: PromiseWithResolvers<Answer>
  }[] = []
  const onStored = vi.fn()
  const onFinished = vi.fn()
  const queue = createUploadQueue({
    send: (file, groupId, key, signal) => {
      const answer = Promise.withResolvers<Answer>()
      sent.push({ name: file.name, groupId, key, signal, answer })
      return answer.promise
    },
    onStored,
    onFinished,
  })
  const states = () =>
    queue.uploads().map(({ name, state, error }) => [name, state, ...(error ? [error] : [])].join(' '))
  const answer = async (index: number, given: Answer | Error) => {
    if (given instanceof Error) sent[index]!.answer.reject(given)
    else sent[index]!.answer.resolve(given)
    await settled()
  }
  return { queue, sent, states, answer, onStored, onFinished }
}

describe('an upload queue', () => {
  afterEach(() => vi.useRealTimers())

  it('sends each file by itself, at most three at a time, in the order they came', async () => {
    const { queue, sent, states, answer } = start()
    queue.add(files('a', 'b', 'c', 'd'), 11)
    expect(sent.map(({ name, groupId }) => [name, groupId])).toEqual([
      ['a', 11],
      ['b', 11],
      ['c', 11],
    ])
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting'])

    await answer(1, storedAnswer)
    expect(states()).toEqual(['a sending', 'b stored', 'c sending', 'd sending'])
  })

  it('tells of each stored file at once, and of the whole round when it is over', async () => {
    const { queue, answer, onStored, onFinished } = start()
    queue.add(files('a', 'b', 'c'), 11)
    await answer(0, storedAnswer)
    expect(onStored).toHaveBeenCalledTimes(1)
    await answer(1, refusal('file_too_large'))
    expect(onFinished).not.toHaveBeenCalled()
    await answer(2, storedAnswer)
    expect(onFinished.mock.calls).toEqual([[{ stored: 2, failed: 1 }]])
  })

  it('counts every round from the start', async () => {
    const { queue, answer, onFinished } = start()
    queue.add(files('a'), 11)
    await answer(0, storedAnswer)
    queue.add(files('b'), 11)
    await answer(1, storedAnswer)
    expect(onFinished.mock.calls).toEqual([[{ stored: 1, failed: 0 }], [{ stored: 1, failed: 0 }]])
  })

  it('takes an answer that names no file for a failure', async () => {
    const { queue, states, answer } = start()
    queue.add(files('a'), 11)
    await answer(0, { files: [], failed: [] })
    expect(states()).toEqual(['a failed no_files'])
  })

  it('tries again under the same key when it cannot know whether the file arrived', async () => {
    const { queue, sent, states, answer } = start()
    queue.add(files('a'), 11)
    await answer(0, new ApiError('service_unavailable'))
    expect(states()).toEqual(['a failed service_unavailable'])

    queue.retry(queue.uploads()[0]!.id)
    expect(states()).toEqual(['a sending'])
    expect(sent[1]!.key).toBe(sent[0]!.key)
  })

  it('tries again under another key what was refused, as the first key would only repeat the refusal', async () => {
    const { queue, sent, answer } = start()
    queue.add(files('a'), 11)
    await answer(0, refusal('cannot_upload'))
    queue.retry(queue.uploads()[0]!.id)
    expect(sent[1]!.key).not.toBe(sent[0]!.key)
  })

  it('gives every file a key of its own', () => {
    const { queue, sent } = start()
    queue.add(files('a', 'a'), 11)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  })

  it('aborts a cancelled file, forgets it, and goes on with the next', async () => {
    const { queue, sent, states, answer, onFinished } = start()
    queue.add(files('a', 'b', 'c', 'd'), 11)
    queue.remove(queue.uploads()[0]!.id)
    expect(sent[0]!.signal.aborted).toBe(true)
    expect(states()).toEqual(['b sending', 'c sending', 'd sending'])

    await answer(0, new DOMException('aborted', 'AbortError'))
    for (const index of [1, 2, 3]) await answer(index, storedAnswer)
    expect(onFinished.mock.calls).toEqual([[{ stored: 3, failed: 0 }]])
  })

  it('says nothing about a round in which everything was cancelled', async () => {
    const { queue, answer, onFinished } = start()
    queue.add(files('a'), 11)
    queue.remove(queue.uploads()[0]!.id)
    await answer(0, new DOMException('aborted', 'AbortError'))
    expect(onFinished).not.toHaveBeenCalled()
  })

  it('waits as long as the provider asks and then goes on by itself', async () => {
    const { queue, sent, states, answer, onFinished } = start()
    queue.add(files('a', 'b'), 11)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await answer(0, new ApiError('rate_limited', { retry_after: 5 }))
    expect(states()).toEqual(['a waiting', 'b sending'])
    await answer(1, storedAnswer)
    expect(onFinished).not.toHaveBeenCalled()

    vi.advanceTimersByTime(4999)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(states()).toEqual(['a sending', 'b stored'])
    await answer(2, storedAnswer)
    expect(onFinished.mock.calls).toEqual([[{ stored: 2, failed: 0 }]])
  })

  it('clears what an earlier round has stored when files are added, and keeps what failed', async () => {
    const { queue, states, answer } = start()
    queue.add(files('a', 'b'), 11)
    await answer(0, storedAnswer)
    await answer(1, new ApiError('cannot_upload'))
    queue.add(files('c'), 11)
    expect(states()).toEqual(['b failed cannot_upload', 'c sending'])
  })

  it('tells its listeners of every change, with the same list until the next', async () => {
    const { queue, answer } = start()
    const listener = vi.fn()
    const leave = queue.subscribe(listener)
    queue.add(files('a'), 11)
    const before = queue.uploads()
    expect(queue.uploads()).toBe(before)
    const calls = listener.mock.calls.length
    expect(calls).toBeGreaterThan(0)

    leave()
    await answer(0, storedAnswer)
    expect(listener).toHaveBeenCalledTimes(calls)
    expect(queue.uploads()).not.toBe(before)
  })
})
