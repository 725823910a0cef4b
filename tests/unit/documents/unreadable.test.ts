import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { type DocumentPage, UnreadableDocument, collectPages, extractPages } from '~/provider/documents/extract.ts'
import { TableText } from '~/provider/documents/table.ts'
import { archiveOf, bytesOf, docxOf, encryptedPdf, mimeTypes, paragraph, pdfOf } from './fixtures.ts'
import { sample } from './sample.ts'

async function reasonOf(reading: Promise<DocumentPage[]>): Promise<string> {
  const error = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error === undefined) return 'read'
  return error instanceof UnreadableDocument ? error.reason : `not an UnreadableDocument: ${error}`
}

const encryptedWorkbook = () =>
  writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }], encryption: { password: 'secret', spinCount: 10 } })

test.each([
  ['a PDF', 'pdf'],
  ['a DOCX', 'docx'],
  ['an XLSX', 'xlsx'],
  ['a PPTX', 'pptx'],
] as const)('Without a byte, %s is empty; with the wrong ones, damaged', async (_, format) => {
  expect(await reasonOf(extractPages(new Uint8Array(), `a.${format}`, mimeTypes[format]))).toBe('empty')
  expect(await reasonOf(extractPages(bytesOf('not what it says'), `a.${format}`, mimeTypes[format]))).toBe('damaged')
})

test('Truncated documents are damaged', async () => {
  const half = (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1)
  const workbook = await writeXlsx({ sheets: [{ name: 'S', rows: [['a']] }] })
  expect(await reasonOf(extractPages(half(sample('employee-handbook.pdf')), 'a.pdf', mimeTypes.pdf))).toBe('damaged')
  expect(await reasonOf(extractPages(half(sample('情報セキュリティ規程.docx')), 'a.docx', mimeTypes.docx))).toBe(
    'damaged',
  )
  expect(await reasonOf(extractPages(half(workbook), 'a.xlsx', mimeTypes.xlsx))).toBe('damaged')
})

test('Documents with a password are encrypted', async () => {
  expect(await reasonOf(extractPages(encryptedPdf(), 'a.pdf', mimeTypes.pdf))).toBe('encrypted')
  expect(await reasonOf(extractPages(await encryptedWorkbook(), 'a.xlsx', mimeTypes.xlsx))).toBe('encrypted')
  // The container is the same for every Office format.
  expect(await reasonOf(extractPages(await encryptedWorkbook(), 'a.docx', mimeTypes.docx))).toBe('encrypted')
})

/** Packing 65 MB takes its time on a busy machine. */
const packing = 30_000

test(
  'An archive that says it inflates to more than the limit is too large',
  async () => {
    const bomb = archiveOf({ 'word/document.xml': new Uint8Array(65 * 1024 * 1024) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(await reasonOf(extractPages(bomb, 'a.docx', mimeTypes.docx))).toBe('too_large')
    expect(await reasonOf(extractPages(bomb, 'a.xlsx', mimeTypes.xlsx))).toBe('too_large')
  },
  packing,
)

test(
  'An archive that lies about its sizes is too large once its bytes are counted',
  async () => {
    const size = 65 * 1024 * 1024
    const bomb = archiveOf({ 'word/document.xml': new Uint8Array(size) })
    const view = new DataView(bomb.buffer, bomb.byteOffset, bomb.byteLength)
    let lies = 0
    for (let at = 0; at + 4 <= bomb.length; at++) {
      if (view.getUint32(at, true) !== size) continue
      view.setUint32(at, 1_000, true)
      lies++
    }
    expect(lies).toBe(2)
    expect(await reasonOf(extractPages(bomb, 'a.docx', mimeTypes.docx))).toBe('too_large')
  },
  packing,
)

test(
  'An archive of 5,001 entries is too large',
  async () => {
    const parts = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`part${i}`, '']))
    expect(await reasonOf(extractPages(archiveOf(parts), 'a.docx', mimeTypes.docx))).toBe('too_large')
  },
  packing,
)

test('A document type declaration, which could hold an entity bomb, is refused', async () => {
  const bomb = archiveOf({
    'word/document.xml':
      '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:document><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>',
  })
  expect(await reasonOf(extractPages(bomb, 'a.docx', mimeTypes.docx))).toBe('damaged')
})

test('More characters than a page may have are too large', async () => {
  const bytes = docxOf(paragraph('word '.repeat(110_000)))
  expect(await reasonOf(extractPages(bytes, 'a.docx', mimeTypes.docx))).toBe('too_large')
})

test('More than 32 MB are too large', async () => {
  expect(await reasonOf(extractPages(new Uint8Array(32 * 1024 * 1024 + 1), 'a.txt', 'text/plain'))).toBe('too_large')
})

test('A text that decodes to more than 16 million characters is too large', async () => {
  const bytes = new Uint8Array(16_000_001).fill(0x61)
  expect(await reasonOf(extractPages(bytes, 'a.txt', 'text/plain'))).toBe('too_large')
})

test('A table with more characters than a document may have is refused at the row that passes them', () => {
  const table = new TableText()
  const row = ['a'.repeat(999_999)]
  for (let index = 0; index < 8; index++) table.add(row)
  expect(() => table.add(row)).toThrow(new UnreadableDocument('too_large'))
})

test('Of pages that come one by one, none is read after too many', async () => {
  let read = 0
  async function* endless() {
    for (;;) yield { page: ++read, text: 'word '.repeat(20_000) }
  }
  expect(await reasonOf(collectPages(endless()))).toBe('too_large')
  expect(read).toBe(81)
})

test('Documents without text have no text', async () => {
  expect(await reasonOf(extractPages(await pdfOf([], []), 'scan.pdf', mimeTypes.pdf))).toBe('no_text')
  expect(await reasonOf(extractPages(docxOf('<w:p/>'), 'a.docx', mimeTypes.docx))).toBe('no_text')
  expect(await reasonOf(extractPages(bytesOf(' \n\t\n'), 'a.txt', 'text/plain'))).toBe('no_text')
})

test('Bytes that are no text, and letters that mean nothing, are unreadable', async () => {
  expect(await reasonOf(extractPages(Uint8Array.from([65, 0, 66, 1, 7, 0]), 'a.txt', 'text/plain'))).toBe(
    'unreadable_text',
  )
  expect(await reasonOf(extractPages(docxOf(paragraph('\ue001\ue002\ue003\ue004')), 'a.docx', mimeTypes.docx))).toBe(
    'unreadable_text',
  )
})

test('Formats without a reader are unsupported', async () => {
  expect(
    await reasonOf(extractPages(Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0), 'a.exe', 'application/octet-stream')),
  ).toBe('unsupported')
  expect(
    await reasonOf(
      extractPages(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'a.png', 'image/png'),
    ),
  ).toBe('unsupported')
})
