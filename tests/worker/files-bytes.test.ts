import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { everything, refusal, textFile, uploaded } from './harness/files.ts'
import { type Caller, seedFile, signedOut } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'

const text = '0123456789'

const { organization, user } = await seedMembers('bytes.test', { user: 'user' })
const group = { organizationId: organization.id, groupId: organization.users[0]!.privateGroupId }
const file = await uploaded(user, textFile('報告 "1".txt', text))

afterEach(() => {
  vi.useRealTimers()
})

test('a download address is absolute, at the origin of the call, and saves the file under its name', async () => {
  const response = await user(`/v1/files/${file.id}/download_url`)
  const { url, file: described } = await response.json<{ url: string; file: StoredFile }>()
  expect(described).toEqual(file)
  expect(new URL(url).origin).toBe('http://provider.test')

  const bytes = await open(url)
  expect(bytes.status).toBe(200)
  expect(await bytes.text()).toBe(text)
  expect(Object.fromEntries(bytes.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'access-control-allow-origin': '*',
    'cache-control': 'private, max-age=300',
    'content-disposition': `attachment; filename="__ _1_.txt"; filename*=UTF-8''%E5%A0%B1%E5%91%8A%20%221%22.txt`,
    'content-length': '10',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'text/plain',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('a preview address shows the file', async () => {
  const bytes = await open(await previewOf(file))
  expect(bytes.headers.get('content-disposition')).toMatch(/^inline; /)
  expect(await bytes.text()).toBe(text)
})

test('a preview of a PDF opens at the page asked for', async () => {
  const pdf = await uploaded(user, textFile('a.pdf', '%PDF-1.4\n'))
  const response = await user(`/web/v1/files/${pdf.id}/preview_url?page=3`)
  const { url } = await response.json<{ url: string }>()
  expect(new URL(url).hash).toBe('#page=3')
  expect((await open(url)).headers.get('content-type')).toBe('application/pdf')
})

test.each([
  ['page.html', '<!doctype html><script>alert(1)</script>', 'text/plain; charset=utf-8'],
  ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'text/plain; charset=utf-8'],
  ['report.pdf', '<html><body>', 'text/plain; charset=utf-8'],
  ['tool.exe', 'MZ\0\0', 'application/octet-stream'],
])('%s is never shown as what it is', async (name, content, type) => {
  const bytes = await open(await previewOf(await uploaded(user, textFile(name, content))))
  expect(bytes.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(bytes.headers.get('content-type')).toBe(type)
  expect(bytes.headers.get('x-content-type-options')).toBe('nosniff')
})

test('an address holds for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const url = await previewOf(file)
  const start = Math.floor(Date.now() / 1000) * 1000
  vi.setSystemTime(start + 299_999)
  expect((await open(url)).status).toBe(200)
  vi.setSystemTime(start + 300_000)
  expect(await refusal(await open(url))).toEqual({ status: 403, code: 'operation_not_authorized' })
})

test.each([
  ['the file', (url: URL, other: StoredFile) => (url.pathname = `/v1/files/${other.id}/bytes`)],
  ['the time', (url: URL) => url.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1))],
  ['the disposition', (url: URL) => url.searchParams.set('disposition', 'attachment')],
  ['the type', (url: URL) => url.searchParams.set('response-content-type', 'text/html')],
  [
    'one bit of the signature',
    (url: URL) => url.searchParams.set('signature', flipped(url.searchParams.get('signature')!)),
  ],
  [
    'the end of the signature',
    (url: URL) => url.searchParams.set('signature', url.searchParams.get('signature')!.slice(0, -3)),
  ],
  ['the whole signature', (url: URL) => url.searchParams.set('signature', '*')],
])('an address is worth nothing once %s is changed', async (_part, change) => {
  const other = await uploaded(user, textFile('other.txt', 'secret'))
  const url = new URL(await previewOf(file))
  change(url, other)
  expect(await refusal(await open(url.href))).toEqual({ status: 403, code: 'operation_not_authorized' })
})

test.each(['expires', 'disposition', 'response-content-type', 'signature'])(
  'an address without its %s is invalid',
  async (name) => {
    const url = new URL(await previewOf(file))
    url.searchParams.delete(name)
    expect(await refusal(await open(url.href))).toEqual({ status: 400, code: 'invalid_request' })
  },
)

test('an address that another secret signed is worth nothing', async () => {
  const url = await previewOf(file)
  const variables = { SIGNING_SECRET: 'another secret, of 32 bytes or more' }
  expect((await open(url, { variables })).status).toBe(403)
})

test.each(['', 'too short'])('with the secret %j nothing is signed and nothing is read', async (SIGNING_SECRET) => {
  const url = await previewOf(file)
  const variables = { SIGNING_SECRET }
  expect(await refusal(await user(`/web/v1/files/${file.id}/preview_url`, { variables }))).toEqual({
    status: 500,
    code: 'fatal',
  })
  expect(await refusal(await open(url, { variables }))).toEqual({ status: 500, code: 'fatal' })
})

test.each([
  ['bytes=2-4', '234', 'bytes 2-4/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
])('the range %s is given alone', async (range, part, contentRange) => {
  const response = await open(await previewOf(file), { headers: { range } })
  expect(response.status).toBe(206)
  expect(await response.text()).toBe(part)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(response.headers.get('content-length')).toBe(String(part.length))
})

test('a range beyond the end is unsatisfiable', async () => {
  const response = await open(await previewOf(file), { headers: { range: 'bytes=10-' } })
  expect(response.status).toBe(416)
  expect(response.headers.get('content-range')).toBe('bytes */10')
})

test('a download is continued only when it is of this file', async () => {
  const url = await previewOf(file)
  const etag = (await open(url)).headers.get('etag')!
  expect((await open(url, { headers: { range: 'bytes=5-', 'if-range': etag } })).status).toBe(206)
  expect((await open(url, { headers: { range: 'bytes=5-', 'if-range': '"other"' } })).status).toBe(200)
})

test('HEAD tells what GET would, without the bytes', async () => {
  const url = await previewOf(file)
  const [get, head] = await Promise.all([open(url), open(url, { method: 'HEAD' })])
  // What each request says of itself.
  for (const { headers } of [get, head])
    for (const name of ['x-request-id', 'server-timing', 'x-d1-bookmark']) headers.delete(name)
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
  expect(await head.text()).toBe('')
})

test('a sandboxed page may ask for a range', async () => {
  const url = await previewOf(file)
  const headers = { origin: 'null', 'access-control-request-method': 'GET', 'access-control-request-headers': 'range' }
  const response = await open(url, { method: 'OPTIONS', headers })
  expect(response.status).toBe(204)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('access-control-allow-headers')?.split(',')).toContain('range')
})

test('a sandboxed page may read why an address fails', async () => {
  const url = new URL(await previewOf(file))
  url.searchParams.set('signature', '')
  const response = await open(url.href, { headers: { origin: 'null' } })
  expect(response.status).toBe(403)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test('a deleted file is gone at once, whoever still holds an address', async () => {
  const doomed = await uploaded(user, textFile('doomed.txt'))
  const url = await previewOf(doomed)
  expect((await user(`/v1/files/${doomed.id}`, { method: 'DELETE' })).status).toBe(204)
  expect(await refusal(await open(url))).toEqual({ status: 404, code: 'does_not_exist', info: { entity: 'file' } })
  expect((await open(url, { method: 'HEAD' })).status).toBe(404)
})

test('a file without its bytes has no address', async () => {
  const id = await seedFile({ ...group, name: 'on its way.txt', status: 'uploading' })
  expect(await refusal(await user(`/v1/files/${id}/download_url`))).toEqual({ status: 422, code: 'cannot_download' })
  expect(await refusal(await user(`/web/v1/files/${id}/preview_url`))).toEqual({ status: 422, code: 'cannot_preview' })
})

test('reading changes nothing', async () => {
  const before = await everything()
  await (await open(await previewOf(file))).text()
  expect(await everything()).toEqual(before)
})

async function previewOf({ id }: StoredFile): Promise<string> {
  const response = await user(`/web/v1/files/${id}/preview_url`)
  expect(response.status).toBe(200)
  return (await response.json<{ url: string }>()).url
}

function open(url: string, call?: Parameters<Caller>[1]): Promise<Response> {
  const { pathname, search } = new URL(url)
  return signedOut(pathname + search, call)
}

/** Another first character stands for other bits, whatever the last one's padding. */
const flipped = (signature: string) => (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
