import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { directUploadBytes } from '~/contract/defaults.ts'
import type { StoredFile } from '~/contract/files.ts'
import { bucketWith, everything, formOf, heldQueue, refusal, textFile, uploaded } from './harness/files.ts'
import { queryMember } from './harness/member-objects.ts'
import { seedMembers } from './harness/members.ts'

type Outcome = { files: StoredFile[]; failed: { name: string; code: string }[] }

const { organization, user, admin } = await seedMembers('up.test', { user: 'user', admin: 'admin' })

test('an upload stores row and bytes and queues one job', async () => {
  const { jobs, JOBS } = heldQueue()
  const body = formOf(new File(['a,b\n1,2\n'], 'table.csv', { type: 'application/pdf' }))
  const response = await user('/v1/files/upload', { method: 'POST', body, variables: { JOBS } })
  expect(response.status).toBe(200)
  const { files, failed } = await response.json<Outcome>()
  expect(failed).toEqual([])
  expect(files).toMatchObject([
    {
      name: 'table.csv',
      type: 'document',
      mime_type: 'text/csv',
      size: 8,
      group_id: organization.users[0]!.privateGroupId,
      group_type: 'user',
      status: 'pending',
      status_reason: null,
      source_type: 'upload',
      page_count: null,
    },
  ])
  expect(jobs).toEqual([{ kind: 'process_file', file_id: files[0]!.id }])

  const object = await env.FILES.get(await keyOf(files[0]!.id))
  expect(object?.httpMetadata?.contentType).toBe('text/csv')
  expect(await object?.text()).toBe('a,b\n1,2\n')
})

test('a file that was attached to a message says so; no upload may pass for a file of the product', async () => {
  const { source_type } = await uploaded(user, textFile('attached.txt'), '?source_type=conversation')
  expect(source_type).toBe('conversation')
  const response = await user('/v1/files/upload?source_type=generated', {
    method: 'POST',
    body: formOf(textFile('posing.txt')),
  })
  expect(response.status).toBe(400)
})

test('the keys of the bytes cannot be guessed', async () => {
  const keys = await Promise.all([1, 2].map(async () => keyOf((await uploaded(user, textFile('same.txt'))).id)))
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^\d+\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/)
})

test('a mislabelled file gets the type of its bytes', async () => {
  const file = await uploaded(user, textFile('statement.pdf', '<!doctype html><script>alert(1)</script>'))
  expect(file.mime_type).toBe('text/html')
})

test('a name is cleaned before it is stored', async () => {
  const file = await uploaded(user, textFile('か\u3099い\u202eよう/../報告.txt'))
  expect(file.name).toBe('がいよう..報告.txt')
})

test('a file that cannot be taken is named with its code, and the others are stored', async () => {
  const body = formOf(
    textFile('first.txt'),
    textFile('\u202e..'),
    textFile('large.txt', 'x'.repeat(101)),
    textFile('last.txt'),
  )
  const { jobs, JOBS } = heldQueue()
  const response = await user('/v1/files/upload', { method: 'POST', body, variables: { JOBS, MAX_FILE_BYTES: '100' } })
  const { files, failed } = await response.json<Outcome>()
  expect(files.map(({ name }) => name)).toEqual(['first.txt', 'last.txt'])
  expect(failed).toEqual([
    { name: '\u202e..', code: 'invalid_request' },
    { name: 'large.txt', code: 'file_too_large' },
  ])
  expect(jobs).toHaveLength(2)
})

test.each(['before', 'after'])(
  'when the store fails %s it has the bytes, nothing of that file remains',
  async (moment) => {
    let puts = 0
    const failing = bucketWith({
      put: (async (...args: Parameters<R2Bucket['put']>) => {
        const fails = ++puts === 2
        const stored = fails && moment === 'before' ? null : await env.FILES.put(...args)
        if (fails) throw new Error('put: internal error (10001)')
        return stored
      }) as R2Bucket['put'],
    })
    const before = await everything()
    const { jobs, JOBS } = heldQueue()
    const body = formOf(textFile('one.txt', '1'), textFile('two.txt', '2'), textFile('three.txt', '3'))
    const response = await user('/v1/files/upload', { method: 'POST', body, variables: { JOBS, FILES: failing } })
    const { files, failed } = await response.json<Outcome>()
    expect(failed.map(({ code }) => code)).toEqual(['cannot_upload'])
    expect(files).toHaveLength(2)
    expect(jobs).toHaveLength(2)

    const after = await everything()
    expect(after.rows[0]).toHaveLength(before.rows[0]!.length + 2)
    expect(after.objects).toHaveLength(before.objects.length + 2)
  },
)

test('when a failed store cannot be cleared either, the row never counts as stored', async () => {
  const broken = async () => {
    throw new Error('internal error (10001)')
  }
  const FILES = bucketWith({ put: broken, delete: broken } as unknown as Partial<R2Bucket>)
  const { jobs, JOBS } = heldQueue()
  const response = await user('/v1/files/upload', {
    method: 'POST',
    body: formOf(textFile('lost.txt')),
    variables: { JOBS, FILES },
  })
  expect(await refusal(response)).toEqual({ status: 500, code: 'cannot_upload' })
  expect(jobs).toEqual([])
  const row = await env.DB.prepare("SELECT id, status FROM files WHERE name = 'lost.txt'").first<{
    id: number
    status: string
  }>()
  expect(row?.status).toBe('uploading')
  expect((await user(`/v1/files/${row!.id}`, { method: 'DELETE' })).status).toBe(204)
})

test('when the queue fails, nothing of the file remains', async () => {
  const before = await everything()
  const send = async () => {
    throw new Error('queue: internal error')
  }
  const response = await user('/v1/files/upload', {
    method: 'POST',
    body: formOf(textFile('unqueued.txt')),
    variables: { JOBS: { send } as unknown as Queue },
  })
  expect(await refusal(response)).toEqual({ status: 500, code: 'cannot_upload' })
  expect(await everything()).toEqual(before)
})

test('an upload that could not be stored is stored by its repetition under the same key, once', async () => {
  const failing = { send: () => Promise.reject(new Error('queue: internal error')) } as unknown as Queue
  const { jobs, JOBS } = heldQueue()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const send = (queue: Queue) =>
    user('/v1/files/upload', {
      method: 'POST',
      body: formOf(textFile('again.txt')),
      headers,
      variables: { JOBS: queue },
    })
  expect(await refusal(await send(failing))).toEqual({ status: 500, code: 'cannot_upload' })
  const [first, second] = [await send(JOBS), await send(JOBS)]
  const { files, failed } = await first.json<Outcome>()
  expect({ stored: files.length, failed, jobs: jobs.length }).toEqual({ stored: 1, failed: [], jobs: 1 })
  expect(await second.json()).toEqual({ files, failed: [] })
})

test.each([
  ['no form', { body: '{}', headers: { 'content-type': 'application/json' } }],
  ['a form without files', { body: formOf() }],
  ['text instead of a file', { body: textForm() }],
  [
    'a form that breaks off',
    { body: '--x\r\nContent-Disp', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
  ],
])('%s is invalid', async (_what, init) => {
  const response = await user('/v1/files/upload', { method: 'POST', ...init })
  expect(await refusal(response)).toEqual({ status: 400, code: 'invalid_request' })
})

test('a body over the limit is refused by its length, unread', async () => {
  const response = await user('/v1/files/upload', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(directUploadBytes + 1) },
    body: '--x--',
  })
  expect(await refusal(response)).toEqual({ status: 413, code: 'file_too_large' })
})

test('a body over the limit that hides its length is refused on the way', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(
        sent === 0
          ? new TextEncoder().encode('--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n')
          : new Uint8Array(1024 * 1024),
      )
      sent++
    },
  })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await user('/v1/files/upload', { method: 'POST', headers, body })
  expect(await refusal(response)).toEqual({ status: 413, code: 'file_too_large' })
  expect(sent).toBeLessThan(24)
})

test('a form is whole though its last line end comes in a piece of its own', async () => {
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\n'
  const end = '\r\n--x--'
  const size = 256 * 1024 - head.length - end.length
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await user('/v1/files/upload', {
    method: 'POST',
    headers,
    body: `${head}${'a'.repeat(size)}${end}\r\n`,
  })
  expect((await response.json<Outcome>()).files).toMatchObject([{ name: 'a.txt', size }])
})

test('whose group it is not learns so before the body is read', async () => {
  let read = false
  const body = new ReadableStream({ pull: () => void (read = true) }, { highWaterMark: 0 })
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const response = await user(`/v1/files/upload?group_id=${organization.groupId}`, { method: 'POST', headers, body })
  expect(await refusal(response)).toEqual({ status: 403, code: 'operation_not_authorized' })
  expect(read).toBe(false)
})

test('an upload repeated with its key gives the first answer and stores nothing twice', async () => {
  const { jobs, JOBS } = heldQueue()
  const call = (...names: string[]) =>
    user('/v1/files/upload', {
      method: 'POST',
      headers: { 'idempotency-key': 'upload-1' },
      body: formOf(...names.map((name) => textFile(name))),
      variables: { JOBS },
    })
  const first = await (await call('once.txt')).json()
  expect(await (await call('once.txt')).json()).toEqual(first)
  expect(jobs).toHaveLength(1)
  expect(await refusal(await call('other.txt'))).toEqual({ status: 400, code: 'invalid_request' })
})

test('the same key with another file of the same name and size is another call', async () => {
  const call = (text: string) =>
    user('/v1/files/upload', {
      method: 'POST',
      headers: { 'idempotency-key': 'same-size' },
      body: formOf(textFile('same.txt', text)),
      variables: { JOBS: heldQueue().JOBS },
    })
  expect((await call('one')).status).toBe(200)
  expect(await refusal(await call('two'))).toEqual({ status: 400, code: 'invalid_request' })
})

test.each(['pending', 'uploading'])(
  'an upload whose answer was lost, %s, is stored once when it is repeated',
  async (status) => {
    const email = organization.users[0]!.email
    const key = `lost-${status}`
    const call = async () => {
      const response = await user('/v1/files/upload', {
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: formOf(textFile(`${key}.txt`)),
        variables: { JOBS: heldQueue().JOBS },
      })
      return response.json<Outcome>()
    }
    const { files } = await call()
    await env.DB.prepare('UPDATE files SET status = ? WHERE id = ?').bind(status, files[0]!.id).run()
    const lost = 'UPDATE idempotency_keys SET result = NULL, created_at = ? WHERE key = ?'
    await queryMember(email, lost, Date.now() - 46_000, key)
    expect(await call()).toMatchObject({ files: [{ id: files[0]!.id, status: 'pending' }], failed: [] })
    const there = env.DB.prepare('SELECT count(*) AS n FROM files WHERE name = ?').bind(`${key}.txt`)
    expect(await there.first('n')).toBe(1)
  },
)

test('a member who uploads too fast is told when the next file fits', async () => {
  const { id } = organization.users[1]!
  const upload = (...names: string[]) =>
    admin('/v1/files/upload', {
      method: 'POST',
      body: formOf(...names.map((name) => textFile(name))),
      variables: { UPLOADS_PER_MINUTE: '2', JOBS: heldQueue().JOBS },
    })
  const count = () => env.DB.prepare('SELECT count(*) AS n FROM files WHERE uploaded_by = ?').bind(id).first('n')
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const start = Date.now()
    expect((await upload('a.txt')).status).toBe(200)
    vi.setSystemTime(start + 20_000)
    expect((await upload('b.txt')).status).toBe(200)

    const refused = await upload('c.txt')
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(await refusal(refused)).toEqual({ status: 429, code: 'rate_limited', info: { retry_after: 40 } })
    expect(await refusal(await upload('c.txt', 'd.txt'))).toMatchObject({ info: { retry_after: 60 } })
    expect(await refusal(await upload('c.txt', 'd.txt', 'e.txt'))).toEqual({
      status: 400,
      code: 'too_many_files_selected',
    })
    expect(await count()).toBe(2)

    vi.setSystemTime(start + 60_000)
    expect((await upload('c.txt')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

const keyOf = async (id: number) =>
  (await env.DB.prepare('SELECT object_key FROM files WHERE id = ?').bind(id).first<string>('object_key'))!

function textForm() {
  const form = new FormData()
  form.append('files', 'text')
  return form
}

test('of forty uploads at the same moment five are taken where five may be in a minute', async () => {
  const { hurried } = await seedMembers('hurried.test', { hurried: 'user' })
  const variables = { UPLOADS_PER_MINUTE: '5', JOBS: heldQueue().JOBS }
  const upload = async (index: number) => {
    const body = formOf(textFile(`${index}.txt`))
    const response = await hurried('/v1/files/upload', { method: 'POST', body, variables })
    const { files = [], failed } = await response.json<{ files?: unknown[]; failed?: { code: string }[] }>()
    if (files.length === 0) expect(failed?.[0]?.code ?? response.status).toBe(failed ? 'rate_limited' : 429)
    return files.length
  }
  const stored = await Promise.all(Array.from({ length: 40 }, (_, index) => upload(index)))
  expect(stored.reduce((sum, count) => sum + count)).toBe(5)
})
