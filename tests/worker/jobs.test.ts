import { env } from 'cloudflare:workers'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { findPassages } from '~/provider/search/find-passages.ts'
import { pngOf } from '../pictures.ts'
import { bucketWith, deliver, everything, process, textFile, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const done = { acknowledged: true, retried: false, delay: undefined }

const { organization, user } = await seedMembers('jobs.test', { user: 'user' })
const { privateGroupId: groupId } = organization.users[0]!

afterEach(() => {
  vi.restoreAllMocks()
})

/** The first PDF loads what reads and draws it, which takes its time on a busy machine. */
const loading = 30_000

test(
  'a PDF is read page by page, and its pages are found',
  async () => {
    const file = await uploaded(
      user,
      new File([await pdfOf('Cover', 'Contents', 'The warranty lasts eighteen months.')], 'manual.pdf'),
    )
    expect(await process(file)).toEqual(done)
    expect(await current(file)).toMatchObject({ status: 'done', status_reason: null, page_count: 3 })
    expect(await found('How long is the warranty?')).toMatchObject([
      { file_id: file.id, page: 3, file_name: 'manual.pdf' },
    ])
  },
  loading,
)

test('a Japanese CSV is found by a word of two characters', async () => {
  const file = await uploaded(user, textFile('支店.csv', '都市,天気\n札幌,大雪\n那覇,快晴\n'))
  expect(await process(file)).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'done', page_count: 1, mime_type: 'text/csv' })
  expect(await found('札幌')).toMatchObject([{ file_id: file.id, page: 1 }])
})

test.each([
  ['an image', 'photo.png', pngOf(64, 64), 1],
  ['a recording', 'talk.mp3', new TextEncoder().encode('ID3\x04'), null],
])('%s is done without text', async (_kind, name, bytes, page_count) => {
  const file = await uploaded(user, new File([bytes], name))
  expect(await process(file)).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'done', page_count })
  expect(await (await user(`/web/v1/files/${file.id}/content`)).json()).toEqual({ pages: [] })
})

test.each([
  ['empty.txt', '', 'empty'],
  ['broken.pdf', '%PDF-1.7\nnothing follows', 'damaged'],
  ['tool.exe', 'MZ\0\0', 'unsupported'],
])('%s ends as failed with its reason, and is not tried again', async (name, content, status_reason) => {
  const file = await uploaded(user, textFile(name, content))
  expect(await process(file)).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason, page_count: null })
})

test('a job that is delivered again changes nothing', async () => {
  const file = await uploaded(user, textFile('twice.txt', 'Once is enough.'))
  await process(file)
  const after = await everything()
  expect(await process(file)).toEqual(done)
  expect(await everything()).toEqual(after)
})

test('two deliveries at a time give the result of one', async () => {
  const file = await uploaded(user, textFile('parallel.txt', 'Parallel deliveries of a heron.'))
  expect(await Promise.all([process(file), process(file)])).toEqual([done, done])
  expect(await current(file)).toMatchObject({ status: 'done', page_count: 1 })
  expect(await found('heron')).toHaveLength(1)
})

test('a job whose file is deleted does nothing', async () => {
  const file = await uploaded(user, textFile('deleted.txt'))
  await user(`/v1/files/${file.id}`, { method: 'DELETE' })
  const before = await everything()
  expect(await process(file)).toEqual(done)
  expect(await everything()).toEqual(before)
})

test('while the store fails a file stays pending, and every delivery waits longer', async () => {
  const file = await uploaded(user, textFile('later.txt', 'Patience with the osprey.'))
  const FILES = bucketWith({ get: failing } as unknown as Partial<R2Bucket>)
  const delays = []
  for (const attempts of [1, 2, 3]) {
    const { acknowledged, delay } = await deliver(jobFor(file), { attempts, variables: { FILES } })
    expect(acknowledged).toBe(false)
    delays.push(delay)
  }
  expect(delays).toEqual([5, 20, 80])
  expect(await current(file)).toMatchObject({ status: 'pending' })

  expect(await process(file)).toEqual(done)
  expect(await found('osprey')).toHaveLength(1)
})

const deadLetters = ['app-jobs-dead', 'app-jobs-dead-staging']
test.each(deadLetters)('a file that ends in %s fails as unexpected, and nothing of it is found', async (queue) => {
  const file = await uploaded(user, textFile('hopeless.txt', 'An indexed albatross.'))
  await process(file)
  await env.DB.prepare("UPDATE files SET status = 'pending' WHERE id = ?").bind(file.id).run()
  expect(await deliver(jobFor(file), { queue })).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason: 'unexpected' })
  expect(await found('albatross')).toEqual([])
})

test('a document that ends its reader is delivered again, and the third time it is too complex', async () => {
  const file = await uploaded(user, textFile('tangled.txt', 'A tangle of herons.'))
  const READER = endedReader()
  for (const attempts of [1, 2]) {
    expect(await deliver(jobFor(file), { attempts, variables: { READER } })).toMatchObject({ retried: true })
    expect(await current(file)).toMatchObject({ status: 'pending' })
  }
  expect(await deliver(jobFor(file), { attempts: 3, variables: { READER } })).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason: 'too_complex' })
})

test('a drawing that ends its reader costs the thumbnail and not the text, and is not tried again', async () => {
  const file = await uploaded(user, new File([await pdfOf('The kingfisher waits.')], 'circle.pdf'))
  const READER = endedReader({ readText: (...args) => env.READER.readText(...args) })
  expect(await deliver(jobFor(file), { variables: { READER } })).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'done', page_count: 1, has_thumbnail: false })
  expect(await found('kingfisher')).toHaveLength(1)
})

test('a dead letter of a file that is done changes nothing', async () => {
  const file = await uploaded(user, textFile('fine.txt'))
  await process(file)
  const before = await everything()
  expect(await deliver(jobFor(file), { queue: 'app-jobs-dead' })).toEqual(done)
  expect(await everything()).toEqual(before)
})

test.each(['app-jobs', 'app-jobs-dead'])(
  'what is no job is dropped from %s and logged without its content',
  async (queue) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const body of [null, 'secret', {}, { kind: 'process_file', file_id: 'secret' }]) {
      expect(await deliver(body, { queue })).toEqual(done)
    }
    expect(log).toHaveBeenCalledTimes(4)
    expect(JSON.stringify(log.mock.calls)).not.toContain('secret')
  },
)

test.each(['app-jobs', 'app-jobs-dead'])(
  'a job that a newer version queued is kept in %s, whole, until one comes that knows it, though not for ever',
  async (queue) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const send = vi.fn<Queue['send']>()
    const variables = { JOBS: { send } as unknown as Queue }
    const job = { kind: 'of_next_year', secret: 7, request_id: 'request' }
    let kept: unknown = job
    for (let hour = 1; hour <= 96; hour++) {
      expect(await deliver(kept, { queue, variables })).toEqual(done)
      expect(send).toHaveBeenLastCalledWith({ ...job, kept: hour }, { delaySeconds: 3600 })
      kept = send.mock.lastCall![0]
    }
    expect(await deliver(kept, { queue, variables })).toEqual(done)
    expect(send).toHaveBeenCalledTimes(96)
    expect(JSON.stringify(log.mock.calls)).not.toMatch(/secret|next_year/)
  },
)

test('what another version says of a job beside its kind and its ids does no harm', async () => {
  const file = await uploaded(user, textFile('newer.txt', 'The heron waits.'))
  expect(await deliver({ ...jobFor(file), kept: 2, priority: 'high' })).toEqual(done)
  expect(await current(file)).toMatchObject({ status: 'done' })
})

test('the log names the file by its id and never by its name or text', async () => {
  const logs = (['info', 'warn', 'error'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  const good = await uploaded(user, textFile('confidential-name.txt', 'confidential-text'))
  const bad = await uploaded(user, textFile('confidential-name.pdf', '%PDF-1.7 confidential-text'))
  await process(good)
  await process(bad)
  const FILES = bucketWith({ get: failing } as unknown as Partial<R2Bucket>)
  await deliver(jobFor(await uploaded(user, textFile('confidential-name.txt'))), { variables: { FILES } })
  const lines = logs.flatMap(({ mock }) => mock.calls.flat().map(String))
  expect(lines.join('\n')).not.toContain('confidential')
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'file_processed', file_id: good.id, status: 'done' }),
      expect.objectContaining({ event: 'file_processed', file_id: bad.id, status: 'failed', status_reason: 'damaged' }),
      expect.objectContaining({
        event: 'job_failed',
        cause: expect.stringContaining('get: internal error (10001)') as string,
      }),
    ]),
  )
})

/** A reader that ends with every call but these. */
function endedReader(calls: Partial<Env['READER']> = {}) {
  const ended = async () => {
    throw new Error('Network connection lost.')
  }
  return { readText: ended, measureImage: ended, drawThumbnail: ended, ...calls } as unknown as Env['READER']
}

const jobFor = (file: StoredFile) => ({ kind: 'process_file', file_id: file.id })
const current = async (file: StoredFile) => (await user(`/v1/files/${file.id}`)).json<StoredFile>()
const found = (text: string) => findPassages(env, { text, groupIds: [groupId], limit: 10 })

async function failing() {
  throw new Error('get: internal error (10001)')
}

async function pdfOf(...pages: string[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const text of pages) pdf.addPage().drawText(text, { x: 50, y: 700, size: 14, font })
  return new Uint8Array(await pdf.save())
}
