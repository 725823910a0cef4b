import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { s3Of } from '~/provider/files/r2-s3.ts'
import { s3Credentials } from '../s3-server.ts'
import { bucketWith, heldQueue, refusal } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { bytesOf, digest, MiB, rowOf, sha256, storedBytes } from './harness/uploading.ts'

const { user } = await seedMembers('s3.test', { user: 'user' })

const variables: Partial<Env> = {
  R2_S3_URL: env.TEST_S3_URL,
  R2_ACCESS_KEY_ID: s3Credentials.accessKeyId,
  R2_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
}

afterEach(() => {
  vi.useRealTimers()
})

test('parts go to R2 past the Worker, and R2 is asked what has arrived', async () => {
  const bytes = bytesOf(16 * MiB + 5)
  const { id } = await reserved('large.bin', bytes.byteLength)
  const parts = [1, 2, 3].map((number) => bytes.slice((number - 1) * 8 * MiB, number * 8 * MiB))
  const urls = await partUrls(id, [1, 2, 3])
  for (const url of urls) expect(url).toMatch(new RegExp(`^${env.TEST_S3_URL}/\\d+/[0-9a-f-]{36}\\?`))
  expect(await arrived(id)).toEqual([])

  expect(await put(urls[2]!, parts[2]!)).toBe(200)
  expect(await put(urls[0]!, parts[0]!)).toBe(200)
  expect(await arrived(id)).toEqual([
    { number: 1, size: 8 * MiB },
    { number: 3, size: 5 },
  ])
  expect(await refusal(await validate(id))).toEqual({ status: 409, code: 'wrong_file_status' })

  expect(await put(urls[1]!, parts[1]!)).toBe(200)
  const completed: R2UploadedPart[][] = []
  const file = await (await validate(id, bucketOf(bytes, completed))).json<StoredFile>()
  expect(file).toMatchObject({ status: 'pending', size: bytes.byteLength })
  // Three parts are two pages of the list.
  expect(completed).toEqual([
    await Promise.all(parts.map(async (part, index) => ({ partNumber: index + 1, etag: await digest('MD5', part) }))),
  ])
  expect(await sha256((await storedBytes(id))!)).toBe(await sha256(bytes))
})

test('all bytes in one request are one part of R2', async () => {
  const bytes = bytesOf(9 * MiB)
  const { id, url } = await reserved('whole.bin', bytes.byteLength)
  expect(await put(url, bytes)).toBe(200)
  expect(await arrived(id)).toEqual([{ number: 1, size: 9 * MiB }])
  expect(await (await validate(id, bucketOf(bytes, []))).json()).toMatchObject({ status: 'pending', size: 9 * MiB })
})

test.each([
  ['another part', (url: URL) => url.searchParams.set('partNumber', '2')],
  ['another upload', (url: URL) => url.searchParams.set('uploadId', 'other')],
  ['another object', (url: URL) => (url.pathname += '0')],
  ['a longer time', (url: URL) => url.searchParams.set('X-Amz-Expires', '604800')],
  ['any length', (url: URL) => url.searchParams.set('X-Amz-SignedHeaders', 'host')],
])('an address of R2 is not good for %s', async (_, change) => {
  const { id } = await reserved('part.bin', 4)
  const url = new URL((await partUrls(id, [1]))[0]!)
  change(url)
  expect(await put(url.href, bytesOf(4))).toBe(403)
})

test('an address of R2 takes as many bytes as were announced, and no others', async () => {
  const { id, url } = await reserved('exact.bin', 8 * MiB + 4)
  const [first, second] = await partUrls(id, [1, 2])
  expect(await put(second!, bytesOf(5))).toBe(403)
  expect(await put(second!, bytesOf(3))).toBe(403)
  expect(await put(first!, bytesOf(8 * MiB + 1))).toBe(403)
  expect(await put(url, bytesOf(4))).toBe(403)
  expect(await put(second!, bytesOf(4))).toBe(200)
})

test('an address of R2 to write does not read, and one to read does not write', async () => {
  const { id, url } = await reserved('method.txt', 4)
  const [part] = await partUrls(id, [1])
  expect((await fetch(part!)).status).toBe(403)
  expect(await put(url, bytesOf(4))).toBe(200)
  await validate(id, bucketOf(bytesOf(4), []))
  expect(await put(await downloadUrl(id), bytesOf(4))).toBe(403)
})

test('an upload address of R2 holds for an hour, a download address for five minutes', async () => {
  const { url, id } = await reserved('expiring.txt', 4)
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600')
  await put(url, bytesOf(4))
  await validate(id, bucketOf(bytesOf(4), []))
  expect(new URL(await downloadUrl(id)).searchParams.get('X-Amz-Expires')).toBe('300')

  const { object_key } = (await rowOf(id))!
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 301_000 })
  const s3 = s3Of({ ...env, ...variables })!
  const expired = await s3.presign({ method: 'GET', key: object_key, query: {}, seconds: 300 })
  const valid = await s3.presign({ method: 'GET', key: object_key, query: {}, seconds: 400 })
  expect((await fetch(expired)).status).toBe(403)
  expect((await fetch(valid)).status).toBe(200)
})

test('a download comes from R2 with the type of the file and its name in Unicode', async () => {
  const bytes = new TextEncoder().encode('%PDF-1.7\n')
  const { id, url } = await reserved('報告 🗂 (1).pdf', bytes.byteLength)
  await put(url, bytes)
  await validate(id, bucketOf(bytes, []))
  const response = await fetch(await downloadUrl(id))
  expect(await response.text()).toBe('%PDF-1.7\n')
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _ (1).pdf"; filename*=UTF-8''%E5%A0%B1%E5%91%8A%20%F0%9F%97%82%20%281%29.pdf`,
  )
})

test('a preview stays with our own route and its headers', async () => {
  const { id, url } = await reserved('shown.txt', 4)
  await put(url, bytesOf(4))
  await validate(id, bucketOf(bytesOf(4), []))
  const { url: preview } = await (await user(`/web/v1/files/${id}/preview_url`, { variables })).json<{ url: string }>()
  expect(new URL(preview).origin).toBe('http://provider.test')
})

test('an upload that R2 does not know is not complete', async () => {
  const { id } = await reserved('never.bin', 4)
  expect(await refusal(await validate(id))).toEqual({ status: 409, code: 'wrong_file_status' })
})

test('when R2 refuses to say what has arrived, the upload goes on', async () => {
  const { id } = await reserved('refused.bin', 4)
  const wrong = { R2_SECRET_ACCESS_KEY: 'another secret' }
  expect(await refusal(await validate(id, wrong))).toEqual({ status: 500, code: 'unexpected' })
  expect(await rowOf(id)).toMatchObject({ status: 'uploading', upload_id: expect.any(String) as string })
})

test.each(['R2_S3_URL', 'R2_ACCESS_KEY_ID', 'R2_SECRET_ACCESS_KEY'] as const)(
  'without %s the addresses are our own',
  async (missing) => {
    expect(s3Of({ ...env, ...variables, [missing]: '' })).toBeNull()
    const { url } = await reserved('own.bin', 4, { [missing]: '' })
    expect(new URL(url).origin).toBe('http://provider.test')
  },
)

async function reserved(name: string, size: number, others: Partial<Env> = {}) {
  const path = `/v1/files/upload_async?file_name=${encodeURIComponent(name)}&file_size=${size}`
  const response = await user(path, { method: 'POST', variables: { ...variables, ...others } })
  expect(response.status).toBe(200)
  const { url, file } = await response.json<{ url: string; file: StoredFile }>()
  return { url, id: file.id }
}

async function partUrls(id: number, numbers: number[]): Promise<string[]> {
  const response = await user(`/v1/files/${id}/upload_parts`, { method: 'POST', json: { numbers }, variables })
  const { parts } = await response.json<{ parts: { number: number; url: string }[] }>()
  return parts.map(({ url }) => url)
}

const downloadUrl = async (id: number) =>
  (await (await user(`/v1/files/${id}/download_url`, { variables })).json<{ url: string }>()).url

const put = async (url: string, body: Uint8Array<ArrayBuffer>) => (await fetch(url, { method: 'PUT', body })).status

const arrived = async (id: number) =>
  (await (await user(`/v1/files/${id}/upload_parts`, { variables })).json<{ parts: unknown[] }>()).parts

const validate = (id: number, others: Partial<Env> = {}) =>
  user(`/v1/files/${id}/validate_upload_async`, { variables: { ...variables, JOBS: heldQueue().JOBS, ...others } })

/** The bucket behind the S3 server: it has the parts that went there, and completes them to these bytes. */
function bucketOf(bytes: Uint8Array<ArrayBuffer>, completed: R2UploadedPart[][]): Partial<Env> {
  const resumeMultipartUpload = (key: string) => ({
    complete: async (parts: R2UploadedPart[]) => {
      completed.push(parts)
      return env.FILES.put(key, bytes)
    },
  })
  return { FILES: bucketWith({ resumeMultipartUpload } as unknown as Partial<R2Bucket>) }
}
