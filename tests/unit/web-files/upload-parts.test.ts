import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '~/contract/errors.ts'
import { fileOf, MiB, pageView, provider } from '../harness/uploading.ts'

const partOf = (address: string) => Number(address.split('/')[3])

describe('an upload in parts', () => {
  it('reserves the file, puts parts of 8 MiB to their addresses, and has it validated', async () => {
    const server = provider()
    const { send } = pageView(server)
    const { result, reserved } = send(fileOf(20))
    expect(await result).toEqual({ id: 7 })
    expect(reserved).toEqual([7])
    expect([...server.files.get(7)!.parts]).toEqual([
      [1, 8 * MiB],
      [2, 8 * MiB],
      [3, 4 * MiB],
    ])
  })

  it('is at 0.5 with its address, between 0.5 and 0.7 by the bytes that have left, and at 0.7 when all have arrived', async () => {
    const server = provider()
    const { send } = pageView(server)
    const { result, progress } = send(fileOf(16))
    await result
    expect(progress[0]).toEqual({ share: 0.5, step: 'sending', sent: 0 })
    expect(progress.map(({ share }) => share)).toContain(0.6)
    expect(progress.map(({ share }) => share)).toEqual(progress.map(({ share }) => share).toSorted((a, b) => a - b))
    expect(progress.at(-1)).toEqual({ share: 0.7, step: 'checking', sent: 16 * MiB })
  })

  it('has at most three parts on their way, of all uploads together', async () => {
    const server = provider()
    let running = 0
    let most = 0
    const put = server.put.getMockImplementation()!
    server.put.mockImplementation(async (...call) => {
      most = Math.max(most, ++running)
      await new Promise(setImmediate)
      running--
      return put(...call)
    })
    const { send } = pageView(server)
    await Promise.all([send(fileOf(40, 'a')).result, send(fileOf(40, 'b')).result])
    expect(server.put).toHaveBeenCalledTimes(10)
    expect(most).toBe(3)
  })

  it('asks for addresses a few at a time, each part once', async () => {
    const server = provider()
    await pageView(server).send(fileOf(80)).result
    const asked = server.api.address.mock.calls.map(([, numbers]) => numbers)
    expect(asked).toEqual([
      [1, 2, 3, 4, 5, 6],
      [7, 8, 9, 10],
    ])
  })

  it('renews addresses that are refused, those of their batch together', async () => {
    const server = provider()
    const expired = new Set<string>()
    const put = server.put.getMockImplementation()!
    server.put.mockImplementation(async (address, ...rest) => {
      if (expired.size < 3) return expired.add(address) && 403
      return expired.has(address) ? 403 : put(address, ...rest)
    })
    await pageView(server).send(fileOf(24)).result
    expect(server.api.address.mock.calls.map(([, numbers]) => numbers)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ])
  })

  it('does not ask for ever for addresses that are always refused', async () => {
    const server = provider()
    server.put.mockResolvedValue(403)
    await expect(pageView(server).send(fileOf(10)).result).rejects.toMatchObject({ code: 'operation_not_authorized' })
  })

  it.each([0, 408, 429, 500, 503])(
    'sends a part again that ends with %d, after longer and longer pauses',
    async (status) => {
      const server = provider()
      const { send, pauses } = pageView(server)
      for (let times = 0; times < 4; times++) server.put.mockResolvedValueOnce(status)
      const { result, progress } = send(fileOf(8))
      await result
      expect(server.put).toHaveBeenCalledTimes(5)
      expect(pauses.map((pause) => Math.floor(Math.log2(pause / 1000)))).toEqual([0, 1, 2, 3])
      expect(progress.map(({ step }) => step)).toContain('interrupted')
    },
  )

  it('takes back the bytes of a part that did not arrive', async () => {
    const server = provider()
    server.put.mockImplementationOnce(async (_, part, { onSent }) => {
      onSent(part.size / 2)
      return 0
    })
    const { result, progress } = pageView(server).send(fileOf(8))
    await result
    expect(progress.slice(0, 3)).toEqual([
      { share: 0.5, step: 'sending', sent: 0 },
      { share: 0.6, step: 'sending', sent: 4 * MiB },
      { share: 0.5, step: 'interrupted', sent: 0 },
    ])
  })

  it('gives up when the server does not come back for minutes, and goes on from there when tried again', async () => {
    const server = provider()
    const { send } = pageView(server)
    const file = fileOf(16)
    const put = server.put.getMockImplementation()!
    server.put.mockImplementation(async (address, ...rest) => (partOf(address) === 1 ? put(address, ...rest) : 503))
    await expect(send(file).result).rejects.toMatchObject({ code: 'service_unavailable' })
    server.put.mockImplementation(put)
    server.put.mockClear()

    const { result, progress } = send(file, { fileId: 7 })
    expect(await result).toEqual({ id: 7 })
    expect(server.put.mock.calls.map(([address]) => partOf(address))).toEqual([2])
    expect(progress[0]).toEqual({ share: 0.6, step: 'sending', sent: 8 * MiB, resumedAt: 8 * MiB })
    expect(server.api.reserve).toHaveBeenCalledTimes(1)
  })

  it('waits without a connection, however often it fails, and goes on by itself when there is one', async () => {
    const server = provider()
    const { send, cut, restore, pauses } = pageView(server)
    server.put.mockImplementationOnce(async () => {
      cut()
      return 0
    })
    const { result, progress } = send(fileOf(8))
    await vi.waitFor(() => expect(progress.at(-1)?.step).toBe('interrupted'))
    expect(server.put).toHaveBeenCalledTimes(1)
    restore()
    expect(await result).toEqual({ id: 7 })
    expect(pauses).toEqual([])
  })

  it('reserves once when the answer to that is lost', async () => {
    const server = provider()
    const reserve = server.api.reserve.getMockImplementation()!
    server.api.reserve.mockImplementationOnce(async (...call) => {
      await reserve(...call)
      throw new TypeError('Failed to fetch')
    })
    await pageView(server).send(fileOf(10)).result
    expect([...server.files.keys()]).toEqual([7])
  })

  it('ends with what the server says when it is no passing weakness', async () => {
    const server = provider()
    server.api.reserve.mockRejectedValueOnce(new ApiError('rate_limited', { retry_after: 5 }))
    const { send, pauses } = pageView(server)
    await expect(send(fileOf(10)).result).rejects.toMatchObject({ code: 'rate_limited', info: { retry_after: 5 } })
    server.put.mockResolvedValue(413)
    await expect(send(fileOf(10)).result).rejects.toMatchObject({ code: 'file_too_large' })
    expect(pauses).toEqual([])
  })

  it('tells a file that can no longer be read from a connection that broke', async () => {
    const server = provider()
    const file = fileOf(10)
    server.put.mockImplementation(async () => {
      vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
      return 0
    })
    try {
      await expect(pageView(server).send(file).result).rejects.toMatchObject({ reason: 'file_not_readable' })
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('sends once more what the server finds to be missing after all', async () => {
    const server = provider()
    server.api.validate.mockImplementationOnce(async (id) => {
      server.files.get(id)!.parts.delete(2)
      throw new ApiError('wrong_file_status')
    })
    expect(await pageView(server).send(fileOf(16)).result).toEqual({ id: 7 })
    expect(server.put.mock.calls.map(([address]) => partOf(address))).toEqual([1, 2, 2])
  })
})
