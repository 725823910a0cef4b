import { describe, expect, test } from 'vitest'
import { boundedRequest, requireAdmissible } from '~/web/api/admit-body.ts'

const address = 'http://product.test/_serverFn/some'
const MB = 1024 * 1024
const json = { 'content-type': 'application/json' }

/** A call whose body is made when it is read; `read` says how many bytes were. */
function callOf(bytes: number, headers: HeadersInit) {
  let read = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = Math.min(64 * 1024, bytes - read)
        if (piece === 0) return controller.close()
        read += piece
        controller.enqueue(new Uint8Array(piece))
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
  return { request, read: () => read }
}

/** A provider that knows one token. */
function knowing(token: string) {
  const asked: (string | null)[] = []
  const provider = async ({ headers }: Request) => {
    asked.push(headers.get('authorization'))
    return headers.get('authorization') === `Bearer ${token}`
      ? Response.json({})
      : Response.json({ code: 'invalid_credentials' }, { status: 401 })
  }
  return { asked, provider, providerOrigin: 'http://provider.test' }
}

describe('the body of a server function', () => {
  test.each([
    ['nobody', {}],
    ['a forged token', { authorization: 'Bearer forged' }],
    ['a forged cookie', { cookie: 'a=b; session=forged' }],
  ])('of 80 MB from %s is not read', async (_, who) => {
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const length of [undefined, { 'content-length': String(10 * MB) }]) {
      const { request, read } = callOf(80 * MB, { ...form, ...who, ...length })
      await expect(requireAdmissible(boundedRequest(request), knowing('good'))).rejects.toMatchObject({ status: 401 })
      expect(read()).toBeLessThanOrEqual(64 * 1024)
    }
  })

  test.each([
    ['a bearer', { authorization: 'Bearer good' }],
    ['the session cookie', { cookie: 'a=b; session=good' }],
  ])('is read of a member by %s', async (_, who) => {
    const { request } = callOf(MB, { ...json, ...who })
    const bounded = boundedRequest(request)
    await requireAdmissible(bounded, knowing('good'))
    expect((await bounded.arrayBuffer()).byteLength).toBe(MB)
  })

  test('is read without a question where it is small', async () => {
    const provider = knowing('good')
    await requireAdmissible(callOf(10, { ...json, 'content-length': '10' }).request, provider)
    await requireAdmissible(new Request(address), provider)
    expect(provider.asked).toEqual([])
  })

  test('that tells how long it is ends before it is read, if that is too long', async () => {
    const { request, read } = callOf(80 * MB, { ...json, authorization: 'Bearer good', 'content-length': `${80 * MB}` })
    const provider = knowing('good')
    await expect(requireAdmissible(request, provider)).rejects.toMatchObject({ code: 'request_too_large' })
    expect([read(), provider.asked]).toEqual([0, []])
  })

  test('that does not tell it ends at the bound, also of a member', async () => {
    const { request, read } = callOf(80 * MB, { ...json, authorization: 'Bearer good' })
    const bounded = boundedRequest(request)
    await requireAdmissible(bounded, knowing('good'))
    await expect(bounded.text()).rejects.toMatchObject({ code: 'request_too_large', status: 413 })
    expect(read()).toBeLessThan(9 * MB)
  })

  const deep = '['.repeat(100_000)

  test.each<Record<string, string>>([{}, { 'content-length': String(deep.length) }])(
    'that is nested without an end is refused before anything is made of it: %j',
    async (length) => {
      const request = new Request(address, { method: 'POST', headers: { ...json, ...length }, body: deep })
      await expect(boundedRequest(request).json()).rejects.toMatchObject({ code: 'bad_request', status: 400 })
    },
  )

  test('that stands in the address is refused alike', async () => {
    const request = new Request(`${address}?payload=${encodeURIComponent(deep)}`)
    await expect(requireAdmissible(request, knowing('good'))).rejects.toMatchObject({ code: 'bad_request' })
  })

  test('of a form is passed on as it is, whatever its bytes', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': String(deep.length) }
    const request = new Request(address, { method: 'POST', headers, body: deep })
    expect(await boundedRequest(request).text()).toBe(deep)
  })
})
