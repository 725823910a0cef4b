import { describe, expect, it, vi } from 'vitest'
import { type BrowserStorage, createBrowserStorage } from '~/ui/browser-storage.ts'
import { fileOf, MiB, pageView, provider, storage } from '../harness/uploading.ts'

const partOf = (address: string) => Number(address.split('/')[3])

describe('an interrupted upload', () => {
  /** A page view that ends when all but the last of three parts have arrived. */
  async function interrupted(server: ReturnType<typeof provider>, kept: BrowserStorage) {
    const put = server.put.getMockImplementation()!
    server.put.mockImplementation((address, ...rest) =>
      partOf(address) === 3 ? new Promise(() => {}) : put(address, ...rest),
    )
    pageView(server, kept).send(fileOf(20))
    await vi.waitFor(() => expect(server.partsOf(7)).toEqual([1, 2]))
    server.put.mockImplementation(put)
    server.put.mockClear()
  }

  it('goes on when the same file is added in another page view, with only what is missing', async () => {
    const server = provider()
    const kept = storage()
    await interrupted(server, kept)
    const { result, progress, reserved } = pageView(server, kept).send(fileOf(20))
    expect(await result).toEqual({ id: 7 })
    expect(server.put.mock.calls.map(([address]) => partOf(address))).toEqual([3])
    expect(progress[0]).toMatchObject({ sent: 16 * MiB, resumedAt: 16 * MiB })
    expect(reserved[0]).toBe(7)
  })

  it.each([
    ['another name', fileOf(20, 'other.mp4'), 11],
    ['another size', fileOf(19), 11],
    ['another time of its last change', new File([new Uint8Array(20 * MiB)], 'film.mp4', { lastModified: 1 }), 11],
    ['another group', fileOf(20), 12],
  ])('is left alone by a file with %s', async (_, file, groupId) => {
    const server = provider()
    const kept = storage()
    await interrupted(server, kept)
    expect(await pageView(server, kept).send(file, { groupId }).result).toEqual({ id: 8 })
  })

  it('starts again where its file is gone meanwhile', async () => {
    const server = provider()
    const kept = storage()
    await interrupted(server, kept)
    server.files.delete(7)
    expect(await pageView(server, kept).send(fileOf(20)).result).toEqual({ id: 8 })
    expect(server.partsOf(8)).toEqual([1, 2, 3])
  })

  it('is forgotten once it is complete: the same file added again is another one', async () => {
    const server = provider()
    const kept = storage()
    const { send } = pageView(server, kept)
    await send(fileOf(10)).result
    expect(await send(fileOf(10)).result).toEqual({ id: 8 })
  })

  it('is not taken by the same file added twice', async () => {
    const server = provider()
    const kept = storage()
    await interrupted(server, kept)
    const { send } = pageView(server, kept)
    const stored = await Promise.all([send(fileOf(20)).result, send(fileOf(20)).result])
    expect(stored.map(({ id }) => id).toSorted()).toEqual([7, 8])
  })

  it('is only validated where all its bytes had arrived', async () => {
    const server = provider()
    const kept = storage()
    const first = pageView(server, kept)
    const validate = server.api.validate.getMockImplementation()!
    server.api.validate.mockImplementationOnce(async (id) => {
      await validate(id)
      return new Promise(() => {})
    })
    first.send(fileOf(10))
    await vi.waitFor(() => expect(server.files.get(7)?.stored).toBe(true))
    server.put.mockClear()
    expect(await pageView(server, kept).send(fileOf(10)).result).toEqual({ id: 7 })
    expect(server.put).not.toHaveBeenCalled()
  })

  it('starts again where nothing can be kept', async () => {
    const server = provider()
    const refusing = createBrowserStorage(() => {
      throw new DOMException('', 'SecurityError')
    })
    expect(await pageView(server, refusing).send(fileOf(10)).result).toEqual({ id: 7 })
  })
})

describe('a cancelled upload', () => {
  it('ends at once, and its reserved file is deleted and forgotten', async () => {
    const server = provider()
    const kept = storage()
    server.put.mockImplementation(
      (_, __, { signal }) =>
        new Promise((_, reject) => void signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const { send, discard } = pageView(server, kept)
    const { result, abort } = send(fileOf(20))
    await vi.waitFor(() => expect(server.put).toHaveBeenCalledTimes(3))
    abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
    await discard(7)
    expect(server.files.size).toBe(0)
    expect(kept.get('unfinished-uploads')).toBeNull()
  })

  it('leaves nothing behind when that happens while it is being reserved or validated', async () => {
    const server = provider()
    const { send, discard } = pageView(server)
    const reserve = server.api.reserve.getMockImplementation()!
    const early = Promise.withResolvers<void>()
    server.api.reserve.mockImplementationOnce(async (...call) => {
      await early.promise
      return reserve(...call)
    })
    const first = send(fileOf(10))
    await vi.waitFor(() => expect(server.api.reserve).toHaveBeenCalled())
    first.abort()
    early.resolve()
    await expect(first.result).rejects.toMatchObject({ name: 'AbortError' })
    expect(first.reserved).toEqual([7])
    await discard(7)

    const late = Promise.withResolvers<void>()
    const validate = server.api.validate.getMockImplementation()!
    server.api.validate.mockImplementationOnce(async (id) => {
      await late.promise
      return validate(id)
    })
    const second = send(fileOf(10))
    await vi.waitFor(() => expect(server.api.validate).toHaveBeenCalled())
    second.abort()
    late.resolve()
    await expect(second.result).rejects.toMatchObject({ name: 'AbortError' })
    await discard(8)
    expect(server.files.size).toBe(0)
  })

  it('does not wait for the parts of others', async () => {
    const server = provider()
    server.put.mockReturnValue(new Promise(() => {}))
    const { send } = pageView(server)
    send(fileOf(30, 'a'))
    await vi.waitFor(() => expect(server.put).toHaveBeenCalledTimes(3))
    const { result, abort } = send(fileOf(30, 'b'))
    await vi.waitFor(() => expect(server.api.address).toHaveBeenCalledTimes(2))
    abort()
    await expect(result).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('takes no file away that is complete, or that another upload goes on with', async () => {
    const server = provider()
    const { send, discard } = pageView(server)
    await send(fileOf(10)).result
    await discard(7)
    expect(server.files.has(7)).toBe(true)

    server.put.mockReturnValue(new Promise(() => {}))
    const { reserved } = send(fileOf(10))
    await vi.waitFor(() => expect(reserved).toEqual([8]))
    await discard(8)
    expect(server.files.has(8)).toBe(true)
  })
})
