import { PDFDocument } from 'pdf-lib'
import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { pngOf } from '../pictures.ts'
import { answered } from './harness/asking.ts'
import { everything, process, refusal, textFile, uploaded } from './harness/files.ts'
import type { Caller } from './harness/callers.ts'
import { seedMembers } from './harness/members.ts'
import { valueOf } from './harness/metrics.ts'

const { organization, admin, hanako, taro } = await seedMembers('scans.example', {
  admin: 'admin',
  hanako: 'user',
  taro: 'user',
})
const { stranger } = await seedMembers('elsewhere-scans.example', { stranger: 'admin' })

const pages = [
  { page: 1, text: 'The boiler in the cellar was inspected.' },
  { page: 3, text: '宿泊 費 の 上限 は 12,000 円 と する 。' },
]

const put = (caller: Caller, { id }: { id: number }, body: unknown = { pages }) =>
  caller(`/v1/files/${id}/text`, { method: 'PUT', json: body })
const current = async (caller: Caller, { id }: { id: number }) => (await caller(`/v1/files/${id}`)).json<StoredFile>()
const contentOf = async (caller: Caller, { id }: { id: number }) =>
  (await (await caller(`/web/v1/files/${id}/content`)).json<{ pages: typeof pages }>()).pages

test('a scan takes recognised text, is done then, says where its text is from, and is quoted with its page', async () => {
  const file = await scan(hanako)
  expect(await current(hanako, file)).toMatchObject({ status: 'failed', status_reason: 'no_text', page_count: null })

  const response = await put(hanako, file)
  expect(response.status).toBe(200)
  const stored = { status: 'done', status_reason: 'recognised', page_count: 3 }
  expect(await response.json()).toMatchObject(stored)
  expect(await current(hanako, file)).toMatchObject(stored)
  expect(await contentOf(hanako, file)).toEqual([pages[0], { page: 3, text: '宿泊費の上限は 12,000 円とする。' }])

  const question = { query: '宿泊費の上限は？', files: [file.id], pipeline: 'search_ai' }
  const { text, references } = await answered(hanako, question, { variables: { OPENAI_MODELS: '' } })
  expect(text).toContain('宿泊費の上限は 12,000 円とする。')
  expect(references).toContainEqual(expect.objectContaining({ file_id: file.id, page_number: 3 }))
})

test('an image takes recognised text, or the finding that there is none', async () => {
  const file = await image(hanako)
  expect((await put(hanako, file, { pages: [] })).status).toBe(200)
  expect(await current(hanako, file)).toMatchObject({ status: 'done', status_reason: 'no_text' })

  expect((await put(hanako, file, { pages: [{ page: 1, text: 'Exit' }] })).status).toBe(200)
  expect(await current(hanako, file)).toMatchObject({ status: 'done', status_reason: 'recognised', page_count: 1 })
  expect(await contentOf(hanako, file)).toEqual([{ page: 1, text: 'Exit' }])
})

test('a repetition replaces the text and counts no page twice', async () => {
  const before = await valueOf(admin, 'processed_pages')
  const file = await scan(hanako)
  await Promise.all([put(hanako, file), put(hanako, file)])
  expect((await put(hanako, file)).status).toBe(200)
  expect(await contentOf(hanako, file)).toHaveLength(2)
  expect((await put(hanako, file, { pages: pages.slice(0, 1) })).status).toBe(200)
  expect(await contentOf(hanako, file)).toEqual([pages[0]])
  expect((await valueOf(admin, 'processed_pages')) - before).toBe(3)
})

test('a scan in which nothing was recognised stays as it was', async () => {
  const file = await scan(hanako)
  const response = await put(hanako, file, { pages: [{ page: 1, text: ' \n' }] })
  expect(await response.json()).toMatchObject({ status: 'failed', status_reason: 'no_text' })
})

test('a file with a text of its own, and one that waits, keep what they have', async () => {
  const waiting = await uploaded(hanako, textFile('own.txt', 'My own words.'))
  expect(await refusal(await put(hanako, waiting))).toEqual({ status: 409, code: 'bad_file_operation_state' })
  await process(waiting)
  expect(await refusal(await put(hanako, waiting))).toEqual({ status: 409, code: 'bad_file_operation_state' })
  expect(await contentOf(hanako, waiting)).toEqual([{ page: 1, text: 'My own words.' }])

  const empty = await uploaded(hanako, textFile('empty.txt', ' \n'))
  await process(empty)
  expect(await refusal(await put(hanako, empty))).toEqual({ status: 409, code: 'bad_file_operation_state' })
})

test('only who may change a file gives it a text', async () => {
  const own = await scan(hanako)
  const shared = await scan(admin, `?group_id=${organization.groupId}`)
  const before = await everything()
  for (const other of [taro, stranger]) {
    expect(await refusal(await put(other, own))).toEqual({
      status: 404,
      code: 'does_not_exist',
      info: { entity: 'file' },
    })
  }
  expect(await refusal(await put(taro, shared))).toEqual({ status: 403, code: 'operation_not_authorized' })
  expect(await everything()).toEqual(before)
  expect((await put(admin, own)).status).toBe(200)
})

test.each([
  ['no pages', {}],
  ['page 0', { pages: [{ page: 0, text: 'a' }] }],
  ['a page twice', { pages: [pages[0], pages[0]] }],
  ['too many pages', { pages: Array.from({ length: 301 }, (_, index) => ({ page: index + 1, text: 'a' })) }],
  ['a page that is too long', { pages: [{ page: 1, text: 'a'.repeat(20_001) }] }],
])('%s is refused', async (_, body) => {
  expect(await refusal(await put(hanako, await scan(hanako), body))).toMatchObject({
    status: 400,
    code: 'invalid_request',
  })
})

/** A PDF whose pages hold nothing but a picture. */
async function scan(caller: Caller, query = ''): Promise<StoredFile> {
  const document = await PDFDocument.create()
  document.addPage([300, 300]).drawImage(await document.embedPng(pngOf(60, 60)))
  const file = await uploaded(caller, new File([new Uint8Array(await document.save())], 'scan.pdf'), query)
  await process(file)
  return file
}

async function image(caller: Caller): Promise<StoredFile> {
  const file = await uploaded(caller, new File([pngOf(60, 60)], 'sign.png'))
  await process(file)
  return file
}
