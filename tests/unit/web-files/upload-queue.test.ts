import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import type { StoredFile } from '~/contract/files.ts'
import { UploadError } from '~/web/files/upload/upload-error.ts'
import { sending } from '~/web/files/upload/progress.ts'
import { createUploadQueue, overallShare, type Sending } from '~/web/files/upload/queue.ts'

const storedFile = {} as StoredFile
const refusal = new UploadError('cannot_upload', true)
const files = (...names: string[]) => names.map((name) => new File(['x'], name))
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A queue whose sendings are answered by the test. */
function start() {
  const sent: (Sending & { answer: PromiseWithResolvers<StoredFile> })[] = []
  const discard = vi.fn()
  const onStored = vi.fn()
  const onFinished = vi.fn()
  const queue = createUploadQueue({
    send: (upload) => {
      const answer = Promise.withResolvers<StoredFile>()
      sent.push({ ...upload, answer })
      return answer.promise
    },
    discard,
    onStored,
    onFinished,
  })
  const states = () =>
    queue.uploads().map(({ name, state, error }) => [name, state, ...(error ? [error] : [])].join(' '))
  const answer = async (index: number, given: StoredFile | Error) => {
    if (given instanceof Error) sent[index]!.answer.reject(given)
    else sent[index]!.answer.resolve(given)
    await settled()
  }
  return { queue, sent, states, answer, discard, onStored, onFinished }
}

describe('an upload queue', () => {
  afterEach(() => vi.useRealTimers())

  it('sends each file by itself, at most three at a time, in the order they came', async () => {
    const { queue, sent, states, answer } = start()
    queue.add(files('a', 'b', 'c', 'd'), 11)
    expect(sent.map(({ file, groupId }) => [file.name, groupId])).toEqual([
      ['a', 11],
      ['b', 11],
      ['c', 11],
    ])
    expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting'])

    await answer(1, storedFile)
    expect(states()).toEqual(['a sending', 'b stored', 'c sending', 'd sending'])
  })

  it('tells of each stored file at once, and of the whole round when it is over', async () => {
    const { queue, answer, onStored, onFinished } = start()
    queue.add(files('a', 'b', 'c'), 11)
    await answer(0, storedFile)
    expect(onStored).toHaveBeenCalledTimes(1)
    await answer(1, refusal)
    expect(onFinished).not.toHaveBeenCalled()
    await answer(2, storedFile)
    expect(onFinished.mock.calls).toEqual([[{ stored: 2, failed: 1 }]])
  })

  it('counts every round from the start', async () => {
    const { queue, answer, onFinished } = start()
    queue.add(files('a'), 11)
    await answer(0, storedFile)
    queue.add(files('b'), 11)
    await answer(1, storedFile)
    expect(onFinished.mock.calls).toEqual([[{ stored: 1, failed: 0 }], [{ stored: 1, failed: 0 }]])
  })

  it('says why an upload failed; what has no answer at all could not be uploaded', async () => {
    const { queue, states, answer } = start()
    queue.add(files('a', 'b', 'c'), 11)
    await answer(0, new UploadError('no_files', true))
    await answer(1, new ApiError('operation_not_authorized'))
    await answer(2, new TypeError('Failed to fetch'))
    expect(states()).toEqual(['a failed no_files', 'b failed operation_not_authorized', 'c failed cannot_upload'])
  })

  it.each([
    ['it cannot know whether the file arrived', 'service_unavailable'],
    ['the file could not be stored, which the key does not keep', 'cannot_upload'],
  ] as const)('tries again under the same key when %s', async (_case, code) => {
    const { queue, sent, states, answer } = start()
    queue.add(files('a'), 11)
    await answer(0, new ApiError(code))
    expect(states()).toEqual([`a failed ${code}`])

    queue.retry(queue.uploads()[0]!.id)
    expect(states()).toEqual(['a sending'])
    expect(sent[1]!.key).toBe(sent[0]!.key)
  })

  it('tries again under another key what was refused, as the first key would only repeat the refusal', async () => {
    const { queue, sent, answer } = start()
    queue.add(files('a'), 11)
    await answer(0, refusal)
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
    for (const index of [1, 2, 3]) await answer(index, storedFile)
    expect(onFinished.mock.calls).toEqual([[{ stored: 3, failed: 0 }]])
  })

  it('says nothing about a round in which everything was cancelled', async () => {
    const { queue, answer, onFinished } = start()
    queue.add(files('a'), 11)
    queue.remove(queue.uploads()[0]!.id)
    await answer(0, new DOMException('aborted', 'AbortError'))
    expect(onFinished).not.toHaveBeenCalled()
  })

  it('discards what was reserved for an upload that is cancelled, once it has ended, also where it fails or waits', async () => {
    const { queue, sent, answer, discard } = start()
    const [a, b] = queue.add(files('a', 'b', 'c'), 11)
    sent[0]!.onReserved(7)
    queue.remove(a!)
    expect(discard).not.toHaveBeenCalled()
    await answer(0, new DOMException('aborted', 'AbortError'))
    expect(discard.mock.calls).toEqual([[7]])

    sent[1]!.onReserved(8)
    await answer(1, new ApiError('service_unavailable'))
    queue.remove(b!)
    expect(discard.mock.calls).toEqual([[7], [8]])
  })

  it('keeps what was stored when it is taken off the list', async () => {
    const { queue, sent, answer, discard } = start()
    const [a] = queue.add(files('a'), 11)
    sent[0]!.onReserved(7)
    await answer(0, storedFile)
    queue.remove(a!)
    expect(discard).not.toHaveBeenCalled()
  })

  it('hands the reserved file over when an upload is tried again', async () => {
    const { queue, sent, answer } = start()
    const [a] = queue.add(files('a'), 11)
    expect(sent[0]!.fileId).toBeUndefined()
    sent[0]!.onReserved(7)
    await answer(0, new ApiError('service_unavailable'))
    queue.retry(a!)
    expect(sent[1]!.fileId).toBe(7)
  })

  it('shows progress four times a second at most, and changes nothing of the other uploads', () => {
    vi.useFakeTimers()
    const { queue, sent } = start()
    const listener = vi.fn()
    queue.add([new File(['x'.repeat(1000)], 'a'), ...files('b')], 11)
    queue.subscribe(listener)
    const other = queue.uploads()[1]
    for (let bytes = 1; bytes <= 500; bytes++) sent[0]!.onProgress(sending(bytes, 1000))
    expect(listener).not.toHaveBeenCalled()
    vi.advanceTimersByTime(250)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(queue.uploads()[0]!.progress).toEqual({ share: 0.6, step: 'sending', sent: 500 })
    expect(queue.uploads()[1]).toBe(other)
    vi.advanceTimersByTime(5000)
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('estimates how long the rest takes', () => {
    vi.useFakeTimers()
    const { queue, sent } = start()
    queue.add([new File(['x'.repeat(10_000)], 'a')], 11)
    for (let second = 1; second <= 5; second++) {
      sent[0]!.onProgress(sending(second * 1000, 10_000))
      vi.advanceTimersByTime(1000)
    }
    expect(queue.uploads()[0]!.secondsLeft).toBe(5)
  })

  it('tells how far all are by their bytes', async () => {
    const { queue, answer } = start()
    queue.add([new File(['x'.repeat(999)], 'large'), new File([], 'empty')], 11)
    expect(overallShare(queue.uploads())).toBe(0)
    await answer(0, storedFile)
    expect(overallShare(queue.uploads())).toBe(1000 / 1001)
    await answer(1, new ApiError('cannot_upload'))
    expect(overallShare(queue.uploads())).toBe(1)
  })

  it('ends everything without a word when it is cleared, and deletes nothing', async () => {
    const { queue, sent, answer, discard, onFinished } = start()
    queue.add(files('a', 'b', 'c', 'd'), 11)
    sent[0]!.onReserved(7)
    queue.clear()
    expect(sent.every(({ signal }) => signal.aborted)).toBe(true)
    expect(queue.uploads()).toEqual([])
    for (const index of [0, 1, 2]) await answer(index, new DOMException('aborted', 'AbortError'))
    expect(sent).toHaveLength(3)
    expect(discard).not.toHaveBeenCalled()
    expect(onFinished).not.toHaveBeenCalled()
  })

  it('waits as long as the provider asks and then goes on by itself', async () => {
    const { queue, sent, states, answer, onFinished } = start()
    queue.add(files('a', 'b'), 11)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    await answer(0, new ApiError('rate_limited', { retry_after: 5 }))
    expect(states()).toEqual(['a waiting', 'b sending'])
    await answer(1, storedFile)
    expect(onFinished).not.toHaveBeenCalled()

    vi.advanceTimersByTime(4999)
    expect(sent).toHaveLength(2)
    vi.advanceTimersByTime(1)
    expect(states()).toEqual(['a sending', 'b stored'])
    await answer(2, storedFile)
    expect(onFinished.mock.calls).toEqual([[{ stored: 2, failed: 0 }]])
  })

  it('waits for a busy server as long as that says, and gives a file up that is never taken', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const { queue, sent, states, answer } = start()
    queue.add(files('a'), 11)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    for (let times = 0; times < 9; times++) {
      await answer(times, new ApiError('service_unavailable', { retry_after: 5 }))
      expect(states()).toEqual(['a waiting'])
      vi.advanceTimersByTime(4999)
      expect(sent).toHaveLength(times + 1)
      vi.advanceTimersByTime(1)
      expect(states()).toEqual(['a sending'])
    }
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    await answer(9, new ApiError('service_unavailable', { retry_after: 5 }))
    expect(states()).toEqual(['a failed service_unavailable'])
  })

  it('clears what an earlier round has stored when files are added, and keeps what failed', async () => {
    const { queue, states, answer } = start()
    queue.add(files('a', 'b'), 11)
    await answer(0, storedFile)
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
    await answer(0, storedFile)
    expect(listener).toHaveBeenCalledTimes(calls)
    expect(queue.uploads()).not.toBe(before)
  })
})
