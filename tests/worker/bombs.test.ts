import { gzipSync, unzipSync, zipSync, zlibSync } from 'fflate'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import type { StoredFile } from '~/contract/files.ts'
import { pngOf } from '../pictures.ts'
import { archiveOf, docxOf, paragraph, rawPdf, textPage } from '../unit/documents/fixtures.ts'
import { process, uploaded } from './harness/files.ts'
import { seedMembers } from './harness/members.ts'

const { user } = await seedMembers('bombs.example', { user: 'user' })

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const deep = (open: string, close: string, times: number, within = '') =>
  open.repeat(times) + within + close.repeat(times)

/** A workbook whose only sheet has this instead of its rows. */
async function workbook(rows: string): Promise<Uint8Array> {
  const parts = unzipSync(await writeXlsx({ sheets: [{ name: 'A', rows: [['Herons']] }] }))
  const sheet = 'xl/worksheets/sheet1.xml'
  const text = new TextDecoder().decode(parts[sheet])
  return zipSync({ ...parts, [sheet]: utf8(text.replace(/<sheetData>.*<\/sheetData>/s, rows)) })
}

const ods = (rows: string) =>
  archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${rows}</office:spreadsheet></office:body></office:document-content>`,
  })

/** A GIF of many frames of one pixel. */
function gifOfFrames(frames: number): Uint8Array {
  const frame = '\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0'
  return latin1(`GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff${frame.repeat(frames)}\x3b`)
}

const gifOfSize = latin1(
  'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0\x3b',
)
const webpOfSize = latin1('RIFF\x1e\0\0\0WEBPVP8L\x11\0\0\0\x2f\xff\xff\xff\x0f\0\0\0\0\0\0\0\0\0\0\0\0\0')
const avifOfSize = latin1(
  '\0\0\0\x18ftypavif\0\0\0\0avifmif1\0\0\0\x4cmeta\0\0\0\0\0\0\0\x24iprp\0\0\0\x1cipco\0\0\0\x14ispe\0\0\0\0\0\0\xff\xff\0\0\xff\xff\0\0\0\0\0\0\0\0',
)
const tiffOfSize = latin1(
  'II*\0\x08\0\0\0\x02\0\0\x01\x04\0\x01\0\0\0\xff\xff\xff\x7f\x01\x01\x04\0\x01\0\0\0\xff\xff\xff\x7f\0\0\0\0',
)

/** An archive whose directory says that its part is small. */
function lyingDocx(): Uint8Array {
  const archive = archiveOf({ 'word/document.xml': new Uint8Array(20 * 1024 * 1024).fill(0x20) })
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  for (let at = 0; at < archive.length - 4; at++) {
    const mark = view.getUint32(at, true)
    if (mark === 0x04034b50) view.setUint32(at + 22, 10, true)
    if (mark === 0x02014b50) view.setUint32(at + 24, 10, true)
  }
  return archive
}

const nestedObjects = rawPdf([...textPage('BT ET'), deep('[', ']', 20_000)])
const wideStream = rawPdf(textPage(zlibSync(latin1('0 0 m '.repeat(2_000_000))), '/Filter /FlateDecode'))

const bombs: [name: string, outcome: string, bytes: () => Uint8Array | Promise<Uint8Array>][] = [
  ['60000.png', 'done', () => pngOf(8, 8, { width: 60_000, height: 60_000 })],
  ['wide.png', 'done', () => pngOf(8, 8, { width: 0x7fffffff, height: 1 })],
  ['frames.gif', 'done', () => gifOfFrames(10_000)],
  ['65535.gif', 'done', () => gifOfSize],
  ['16384.webp', 'done', () => webpOfSize],
  ['65535.avif', 'damaged', () => avifOfSize],
  ['large.tiff', 'unsupported', () => tiffOfSize],
  ['lying.docx', 'damaged', lyingDocx],
  [
    'entries.docx',
    'too_large',
    () =>
      zipSync(
        Object.fromEntries(Array.from({ length: 30_000 }, (_, n) => [`word/${n}.xml`, [utf8('<a/>'), { level: 0 }]])),
      ),
  ],
  [
    'nested.docx',
    'done',
    () => zipSync({ ...unzipSync(docxOf(paragraph('Herons'))), 'word/embeddings/a.docx': lyingDocx() }),
  ],
  [
    'laughs.docx',
    'damaged',
    () =>
      archiveOf({
        'word/document.xml': `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 20 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1 < 0 ? '' : n - 1};`.repeat(10)}">`).join('')}]><a>&a19;</a>`,
      }),
  ],
  [
    'outside.docx',
    'damaged',
    () => archiveOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>' }),
  ],
  ['deep.docx', 'damaged', () => docxOf(deep('<w:p>', '</w:p>', 100_000))],
  ['tables.docx', 'damaged', () => docxOf(deep('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 5_000))],
  [
    'attributes.docx',
    'no_text',
    () => docxOf(`<w:p ${Array.from({ length: 50_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
  ],
  ['far.xlsx', 'done', () => workbook('<sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')],
  [
    'merged.xlsx',
    'done',
    () =>
      workbook(
        '<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>',
      ),
  ],
  [
    'repeated.ods',
    'too_large',
    () =>
      ods(
        '<table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>a</text:p></table:table-cell></table:table-row></table:table>',
      ),
  ],
  [
    'spaces.odt',
    'done',
    () =>
      archiveOf({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml':
          '<office:document-content xmlns:office="o" xmlns:text="x"><office:body><office:text><text:p>a<text:s text:c="2000000000"/>b</text:p></office:text></office:body></office:document-content>',
      }),
  ],
  ['objects.pdf', 'no_text', () => nestedObjects],
  ['paths.pdf', 'no_text', () => wideStream],
  ['deep.html', 'damaged', () => utf8(`<!doctype html>${deep('<div>', '</div>', 200_000, 'Herons')}`)],
  ['attributes.html', 'done', () => utf8(`<!doctype html><p ${'a="" '.repeat(500_000)}>Herons`)],
  ['deep.json', 'done', () => utf8(deep('[', ']', 200_000))],
  ['deep.xml', 'done', () => utf8(`<?xml version="1.0"?>${deep('<a>', '</a>', 100_000)}`)],
  ['deep.md', 'done', () => utf8(`${'> '.repeat(3_000)}Herons\n${'*a '.repeat(3_000)}`)],
  ['deep.rtf', 'damaged', () => utf8(`{\\rtf1 ${deep('{', '}', 300_000, 'Herons')}}`)],
  [
    'deep.eml',
    'damaged',
    () =>
      utf8(
        `Received: a\r\n${Array.from({ length: 3_000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join('')}Herons`,
      ),
  ],
  ['columns.csv', 'too_large', () => utf8(`${'a,'.repeat(1_000_000)}\n1`)],
  ['quotes.csv', 'too_large', () => utf8('"'.repeat(2_000_001))],
  ['line.txt', 'done', () => utf8('a'.repeat(1_000_000))],
  ['marks.txt', 'done', () => utf8(`a${'\u{301}'.repeat(1_000_000)}`)],
  ['packed.svgz', 'unsupported', () => gzipSync(new Uint8Array(5_000_000))],
]

// Making one takes longer than defusing it: a busy machine needs its time.
test.each(bombs)(
  '%s ends as %s at its first delivery',
  async (name, outcome, bytes) => {
    const file = await uploaded(user, new File([new Uint8Array(await bytes())], name))
    expect(await process(file)).toMatchObject({ acknowledged: true, retried: false })
    expect(await outcomeOf(file)).toBe(outcome)
  },
  60_000,
)

test('what comes after all of them is read', async () => {
  const file = await uploaded(user, new File(['Herons are counted at dawn.'], 'after.txt'))
  await process(file)
  expect(await outcomeOf(file)).toBe('done')
})

async function outcomeOf({ id }: StoredFile): Promise<string | null> {
  const { status, status_reason } = await (await user(`/v1/files/${id}`)).json<StoredFile>()
  return status === 'failed' ? status_reason : status
}
