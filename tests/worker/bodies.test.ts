import { beforeAll, describe, expect, test } from 'vitest'
import { jsonBodyBytes } from '~/contract/endpoint.ts'
import { endpoints } from '~/contract/index.ts'
import { type Caller, signedIn, signedOut } from './harness/callers.ts'
import { refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const withBody = Object.entries(endpoints).filter(
  ([, { body, access }]) => typeof body === 'object' && access !== 'signature',
)
const tooLarge = { status: 413, code: 'request_too_large' }
const piece = new TextEncoder().encode('[1,2,3,4,5,6,7],'.repeat(4096))

let callers: Record<'member' | 'admin' | 'stranger', Caller>

beforeAll(async () => {
  const { member, admin } = await seedMembers('bodies.example', { member: 'user', admin: 'admin' })
  callers = { member, admin, stranger: await signedIn('stranger@bodies.example') }
})

/** Sends a body without an end, which does not say how long it is; `read` says how many bytes of it were. */
async function sendEndless(caller: Caller, [, { method, path }]: (typeof withBody)[number]) {
  let read = 0
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    read += piece.byteLength
    controller.enqueue(piece)
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  const headers = { 'content-type': 'application/json' }
  const response = await caller(path.replaceAll(/\{\w+\}/g, '1'), { method: method.toUpperCase(), headers, body })
  return { ...(await refusal(response)), read }
}

describe.each(withBody)('the body of %s', (...endpoint) => {
  test.each([
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
  ])('is refused where its %s are nested too deep', async (_, body) => {
    const [, { method, path }] = endpoint
    const headers = { 'content-type': 'application/json' }
    const address = path.replaceAll(/\{\w+\}/g, '1')
    const response = await callers.admin(address, { method: method.toUpperCase(), headers, body })
    expect(await refusal(response)).toEqual({ status: 400, code: 'bad_request' })
  })

  test('is not read of somebody unknown, and of a member no further than its bound', async () => {
    const unread = { status: 401, code: 'invalid_credentials', read: 0 }
    // What programs say of themselves is read of anybody, as far as it may reach.
    const isPublic = endpoint[1].access === 'public'
    expect(await sendEndless(signedOut, endpoint)).toEqual(
      isPublic ? { ...tooLarge, read: expect.any(Number) } : unread,
    )
    const { read, ...told } = await sendEndless(callers.admin, endpoint)
    expect(told).toEqual(tooLarge)
    expect(read).toBeLessThanOrEqual((endpoint[1].bodyBytes ?? jsonBodyBytes) + 3 * piece.byteLength)
  })

  test('is not read of an account without an invitation further than that', async () => {
    const { read, ...told } = await sendEndless(callers.stranger, endpoint)
    const isOpen = ['account', 'public'].includes(endpoint[1].access)
    expect(told).toEqual(isOpen ? tooLarge : { status: 403, code: 'user_not_invited' })
    expect(read).toBeLessThanOrEqual((endpoint[1].bodyBytes ?? jsonBodyBytes) + 3 * piece.byteLength)
  })
})

test('a small body is read to its end before its call is refused, so that no server in front of it loses the answer', async () => {
  for (const [length, read] of [
    [piece.byteLength, piece.byteLength],
    [2 * piece.byteLength, 0],
  ] as const) {
    let left = length
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      if (left === 0) return controller.close()
      left -= piece.byteLength
      controller.enqueue(piece)
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    const headers = { 'content-type': 'application/json', 'content-length': String(length) }
    const response = await signedOut('/web/v1/chat', { method: 'POST', headers, body })
    expect([response.status, length - left]).toEqual([401, read])
  }
})

test('a body that says that it is too long is not read', async () => {
  const headers = { 'content-type': 'application/json', 'content-length': String(jsonBodyBytes + 1) }
  const response = await callers.member('/web/v1/chat', { method: 'POST', headers, body: '{}' })
  expect(await refusal(response)).toEqual(tooLarge)
})

test.each([
  ['lists', '[', ']'],
  ['objects', '{"query":', '}'],
])('%s in one another half a million times are refused as any other input', async (_, open, close) => {
  const depth = Math.floor(jsonBodyBytes / 2 / open.length)
  const headers = { 'content-type': 'application/json' }
  for (const body of [
    open.repeat(depth),
    open.repeat(depth) + '1' + close.repeat(Math.min(depth, jsonBodyBytes / 4)),
  ]) {
    const response = await callers.member('/web/v1/chat', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
  }
})
