import { afterEach, expect, test, vi } from 'vitest'
import { everything, refusal, textFile, uploaded } from './harness/files.ts'
import { signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { MiB, partUrl, put, reserved, storedBytes, validated } from './harness/uploading.ts'

const { user } = await seedMembers('signed.test', { user: 'user' })

const unauthorized = { status: 403, code: 'operation_not_authorized' }

afterEach(() => {
  vi.useRealTimers()
})

const parameter = (name: string, change: (value: string) => string) => (url: URL) =>
  url.searchParams.set(name, change(url.searchParams.get(name)!))

test.each<[string, (url: URL, other: number) => unknown]>([
  ['the file', (url, other) => (url.pathname = `/v1/files/${other}/bytes`)],
  ['the part', parameter('part', (part) => String(Number(part) + 1))],
  ['the part, to all bytes', parameter('part', () => '0')],
  ['the size', parameter('size', (size) => String(Number(size) + 1))],
  ['the time', parameter('expires', (expires) => String(Number(expires) + 1))],
  ['one bit of the signature', parameter('signature', (text) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1))],
  ['the end of the signature', parameter('signature', (text) => text.slice(0, -3))],
  ['the whole signature', parameter('signature', () => '')],
])('an upload address is worth nothing once %s is changed', async (_, change) => {
  const { id } = await reserved(user, 'signed.bin', 16 * MiB)
  const other = await reserved(user, 'other.bin', 16 * MiB)
  const url = new URL(await partUrl(user, id, 1))
  change(url, other.id)
  const before = await everything()
  expect(await refusal(await put(url.href, 'forged'))).toEqual(unauthorized)
  expect(await everything()).toEqual(before)
})

test.each(['expires', 'part', 'size', 'signature'])('an upload address without its %s is invalid', async (name) => {
  const url = new URL((await reserved(user, 'signed.bin', 4)).url)
  url.searchParams.delete(name)
  expect(await refusal(await put(url.href, 'text'))).toEqual({ status: 400, code: 'invalid_request' })
})

test('an upload address holds for an hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { url } = await reserved(user, 'hour.txt', 4)
  const start = Math.floor(Date.now() / 1000) * 1000
  vi.setSystemTime(start + 3_599_999)
  expect((await put(url, 'text')).status).toBe(204)
  vi.setSystemTime(start + 3_600_000)
  expect(await refusal(await put(url, 'text'))).toEqual(unauthorized)
})

test('an address to write does not read', async () => {
  const { url, id } = await reserved(user, 'write.txt', 4)
  await put(url, 'text')
  await validated(user, id)
  const asRead = new URL(url)
  asRead.searchParams.set('disposition', asRead.searchParams.get('part')!)
  asRead.searchParams.set('response-content-type', asRead.searchParams.get('size')!)
  expect((await read(asRead)).status).toBe(400)
  asRead.searchParams.set('disposition', 'inline')
  asRead.searchParams.set('response-content-type', 'text/plain')
  expect(await refusal(await read(asRead))).toEqual(unauthorized)
})

test('an address to read does not write', async () => {
  const file = await uploaded(user, textFile('read.txt', 'kept'))
  const { url } = await (await user(`/v1/files/${file.id}/download_url`)).json<{ url: string }>()
  const asWrite = new URL(url)
  asWrite.searchParams.set('part', '0')
  asWrite.searchParams.set('size', '100')
  expect(await refusal(await put(asWrite.href, 'forged'))).toEqual(unauthorized)
  expect(new TextDecoder().decode(await storedBytes(file.id))).toBe('kept')
})

test.each(['POST', 'PATCH', 'DELETE'])('%s is no method of a signed address', async (method) => {
  const { url } = await reserved(user, 'method.txt', 4)
  const { pathname, search } = new URL(url)
  expect((await signedOut(pathname + search, { method, body: 'text' })).status).toBe(404)
})

test('more bytes than the address allows are refused by their length', async () => {
  const { url, id } = await reserved(user, 'cap.txt', 8 * MiB + 4)
  const tooLarge = { status: 413, code: 'file_too_large' }
  expect(await refusal(await put(await partUrl(user, id, 2), 'five!'))).toEqual(tooLarge)
  const headers = { 'content-length': String(8 * MiB + 5) }
  expect(await refusal(await put(url, 'text', { headers }))).toEqual(tooLarge)
  expect(await (await user(`/v1/files/${id}/upload_parts`)).json()).toMatchObject({ parts: [] })
})

test('more bytes than their length says are not stored', async () => {
  const { url, id } = await reserved(user, 'liar.txt', 4)
  expect((await put(url, 'text and more', { headers: { 'content-length': '4' } })).status).toBe(204)
  await validated(user, id)
  expect(new TextDecoder().decode(await storedBytes(id))).toBe('text')
})

test.each(['part', 'file'])('fewer bytes than their length says are no %s', async (what) => {
  const { url, id } = await reserved(user, 'short.txt', 10)
  const address = what === 'part' ? await partUrl(user, id, 1) : url
  const response = await put(address, 'text', { headers: { 'content-length': '10' } })
  expect((await refusal(response)).code).toBe('request_aborted_user')
  expect(await (await user(`/v1/files/${id}/upload_parts`)).json()).toMatchObject({ parts: [] })
})

test('an address that another secret signed takes nothing', async () => {
  const { url } = await reserved(user, 'secret.txt', 4)
  const variables = { SIGNING_SECRET: 'another secret, of 32 bytes or more' }
  const headers = { 'content-length': '4' }
  expect(await refusal(await put(url, 'text', { variables, headers }))).toEqual(unauthorized)
})

test('the web side of a remote provider may write from its own origin', async () => {
  const { url } = await reserved(user, 'cross.txt', 4)
  const { pathname, search } = new URL(url)
  const headers = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type',
  }
  const response = await signedOut(pathname + search, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-methods')).toContain('PUT')
  expect(response.headers.get('access-control-allow-headers')).toContain('content-type')
})

test('a download of many parts is one file, whole and by range', async () => {
  const { url, id } = await reserved(user, '部分.txt')
  const text = 'あ'.repeat(3 * MiB)
  await put(url, new TextEncoder().encode(text))
  await validated(user, id)
  const download = new URL((await (await user(`/v1/files/${id}/download_url`)).json<{ url: string }>()).url)
  const whole = await read(download)
  expect(whole.headers.get('content-length')).toBe(String(9 * MiB))
  expect(whole.headers.get('content-disposition')).toBe(
    `attachment; filename="__.txt"; filename*=UTF-8''%E9%83%A8%E5%88%86.txt`,
  )
  expect((await whole.text()) === text).toBe(true)
  const across = await read(download, { headers: { range: `bytes=${8 * MiB - 2}-${8 * MiB + 3}` } })
  expect(await across.text()).toBe('ああ')
})

const read = ({ pathname, search }: URL, call?: Parameters<typeof signedOut>[1]) => signedOut(pathname + search, call)
