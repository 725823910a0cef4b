import { zipSync, zlibSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { PDFDocument } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { legacySample } from '../legacy/legacy.ts'
import { pngOf } from '../pictures.ts'
import {
  archiveOf,
  docxOf,
  encryptedPdf,
  glyphsWithoutMap,
  paragraph,
  pdfOf,
  rawPdf,
  textPage,
} from '../unit/documents/fixtures.ts'
import { bucketWith, deliver, process, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'
import { samples } from './harness/samples.ts'

const { user } = await seedMembers('hostile.test', { user: 'user' })

afterEach(() => {
  vi.restoreAllMocks()
})

const sample = (name: string) => samples.find((each) => each.name === name)!.bytes
const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)

/** The first of a kind loads its reader, and making a bomb takes longer than defusing it: a busy machine needs its time. */
const busy = 60_000

test.each([
  ['空.pdf', 'empty', async () => new Uint8Array()],
  ['空.png', 'empty', async () => new Uint8Array()],
  ['パスワード.pdf', 'encrypted', async () => encryptedPdf()],
  ['パスワード.xlsx', 'encrypted', passwordWorkbook],
  ['パスワード.docx', 'encrypted', passwordWorkbook],
  ['切れた.pdf', 'damaged', async () => half(sample('employee-handbook.pdf'))],
  ['切れた.docx', 'damaged', async () => half(sample('情報セキュリティ規程.docx'))],
  ['切れた.xls', 'damaged', async () => half(legacySample('売上.xls'))],
  ['切れた.png', 'damaged', async () => pngOf(64, 64).subarray(0, 12)],
  ['文字化け.pdf', 'unreadable_text', async () => glyphsWithoutMap('The quick brown fox jumps over the lazy dog')],
  ['スキャン.pdf', 'no_text', scan],
  ['実体.docx', 'damaged', async () => archiveOf({ 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "a">]><x>&a;</x>' })],
  ['深い.docx', 'damaged', async () => docxOf('<w:sdt>'.repeat(2_000) + '</w:sdt>'.repeat(2_000))],
  ['壊れた.xlsx', 'damaged', async () => archiveOf({ 'xl/workbook.xml': '<workbook/>' })],
  ['道具.exe', 'unsupported', async () => Uint8Array.from([0x4d, 0x5a, 0, 0])],
  ['束.zip', 'unsupported', async () => zipSync({ 'a.txt': new Uint8Array(10) })],
])(
  '%s ends as %s, and is not delivered again',
  async (name, status_reason, bytes) => {
    const file = await processed(name, await bytes())
    expect(file).toMatchObject({ status: 'failed', status_reason, page_count: null })
  },
  busy,
)

test(
  'a Word document that inflates to 100 MB is too large',
  async () => {
    const bomb = archiveOf({ 'word/document.xml': new Uint8Array(100 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await processed('爆弾.docx', bomb)).toMatchObject({ status: 'failed', status_reason: 'too_large' })
  },
  busy,
)

test(
  'a PDF with a page that inflates to 100 MB is too large, however it is deflated',
  async () => {
    const page = zlibSync(new Uint8Array(100 * 1024 * 1024).fill(0x20), { level: 9 })
    const once = rawPdf(textPage(page, '/Filter /FlateDecode'))
    const twice = rawPdf(textPage(zlibSync(page), '/Filter [/FlateDecode /FlateDecode]'))
    for (const bomb of [once, twice]) {
      expect(bomb.length).toBeLessThan(200_000)
      expect(await processed('爆弾.pdf', bomb)).toMatchObject({ status: 'failed', status_reason: 'too_large' })
    }
  },
  busy,
)

test.each([
  ['an image that is called a PDF', '写真.pdf', async () => pngOf(64, 48), { mime_type: 'image/png', width: 64 }],
  ['a Word document that is called a text', '規程.txt', async () => docxOf(paragraph('出張の規程')), { page_count: 1 }],
  ['a PDF that is called an image', '図.png', async () => pdfOf(['A drawing']), { mime_type: 'application/pdf' }],
  ['a deck of 1997 that is called a DOCX', '計画.docx', async () => legacySample('計画.ppt'), { page_count: 2 }],
])('%s is taken for what it is', async (_, name, bytes, facts) => {
  expect(await processed(name, await bytes())).toMatchObject({ status: 'done', ...facts })
})

test('a document of a gigabyte is refused without being read, a recording is done without a look', async () => {
  const cancel = vi.fn(async () => {})
  const bytes = vi.fn()
  const get = async () => ({ size: 2 ** 30, body: { cancel }, bytes }) as unknown as R2ObjectBody
  const FILES = bucketWith({ get: get as unknown as R2Bucket['get'] })
  const document = await uploaded(user, new File(['%PDF-1.7'], '大きい.pdf'))
  await deliver({ kind: 'process_file', file_id: document.id }, { variables: { FILES } })
  expect(await current(document)).toMatchObject({ status: 'failed', status_reason: 'too_large' })
  expect(cancel).toHaveBeenCalledOnce()

  const recording = await uploaded(user, new File(['ID3\x04'], '会議.mp3'))
  await deliver({ kind: 'process_file', file_id: recording.id }, { variables: { FILES } })
  expect(await current(recording)).toMatchObject({ status: 'done', page_count: null })
  expect(bytes).not.toHaveBeenCalled()
})

test('a document that takes longer than a minute is too large', async () => {
  const file = await uploaded(
    user,
    new File([new Uint8Array(await pdfOf(...Array.from({ length: 25 }, () => ['A page'])))], '遅い.pdf'),
  )
  const now = Date.now.bind(Date)
  let looks = 0
  // The clock goes a minute further with the second look that the reader takes.
  vi.spyOn(Date, 'now').mockImplementation(
    () => now() + (new Error().stack?.includes('deadline') && ++looks > 2 ? 60_000 : 0),
  )
  await process(file)
  vi.restoreAllMocks()
  expect(await current(file)).toMatchObject({ status: 'failed', status_reason: 'too_large' })
})

test('files behind a hostile one are processed', async () => {
  const hostile = await uploaded(user, new File([new Uint8Array(encryptedPdf())], 'a.pdf'))
  const good = await uploaded(user, new File(['続きの本文'], 'b.txt'))
  await process(hostile)
  await process(good)
  expect(await current(good)).toMatchObject({ status: 'done' })
})

async function processed(name: string, bytes: Uint8Array): Promise<StoredFile> {
  const file = await uploaded(user, new File([new Uint8Array(bytes)], name))
  expect(await process(file)).toMatchObject({ acknowledged: true, retried: false })
  return current(file)
}

const current = async (file: StoredFile) => (await user(`/v1/files/${file.id}`)).json<StoredFile>()

async function passwordWorkbook(): Promise<Uint8Array> {
  return writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }], encryption: { password: 'secret', spinCount: 10 } })
}

async function scan(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.addPage().drawImage(await pdf.embedPng(pngOf(200, 300)))
  return pdf.save()
}
