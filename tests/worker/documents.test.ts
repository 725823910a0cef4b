import { expect, test } from 'vitest'
import { UnreadableDocument, extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType, openTypes } from '~/provider/documents/mime.ts'
import { compoundOf } from '../legacy/legacy.ts'
import { archiveOf, bytesOf, encryptedPdf, mimeTypes, pptxOf, shiftJisPdf } from '../unit/documents/fixtures.ts'
import { samples } from './harness/samples.ts'

test.each([
  ['employee-handbook.pdf', 6, 'Hotel, one night with breakfast\t180 EUR\t18,000 JPY\t210 EUR'],
  ['airsense-3-manual.pdf', 4, 'Mount the monitor on an inner wall, 1.2 to 1.5 metres above the floor.'],
  ['就業規則.pdf', 6, '介護休業をすることができる。'],
  ['情報セキュリティ規程.docx', 3, 'USBメモリーの使用は禁止する。'],
  ['product-board-minutes-2026-10.docx', 2, 'Opinion on student data\tLiam Walsh\t6 November 2026'],
  ['price-list.csv', 1, 'CAL-KIT\tCalibration kit with test gas\tAccessory\t145.00\t21200\t6\t1'],
  ['売上実績_2026年度上期.csv', 1, '2026年9月\t大阪支店\t西村\tモニター\t15460\t106.7\t556'],
])('workerd reads %s', async (name, pageCount, words) => {
  const { bytes } = samples.find((sample) => sample.name === name)!
  const pages = await extractPages(bytes, name, detectMimeType(bytes, name))
  expect(pages.map(({ page }) => page)).toEqual(Array.from({ length: pageCount }, (_, i) => i + 1))
  expect(pages.map(({ text }) => text).join('\n')).toContain(words)
})

test('workerd reads a deck', async () => {
  const pages = await extractPages(pptxOf('<a:p><a:r><a:t>計画</a:t></a:r></a:p>'), 'a.pptx', mimeTypes.pptx)
  expect(pages).toEqual([{ page: 1, text: '計画' }])
})

test('workerd reads Japanese in a font that is not embedded, from the character maps of its own bundle', async () => {
  expect(await extractPages(shiftJisPdf('8f418bc68b4b91a5'), 'old.pdf', mimeTypes.pdf)).toEqual([
    { page: 1, text: '就業規則' },
  ])
})

const packedRtf = Uint8Array.from([
  ...new Uint8Array(Uint32Array.of(29, 17, 0x414c454d, 0).buffer),
  ...new TextEncoder().encode('{\\rtf1 Hello\\par}'),
])

test.each([
  ['a.rtf', bytesOf("{\\rtf1\\ansicpg932 \\'8f\\'41\\'8b\\'c6\\par}"), '就業'],
  ['a.html', bytesOf('<html><title>規則</title><p>就業&nbsp;&eacute;</p></html>'), '規則\n就業 é'],
  ['a.eml', bytesOf('Subject: =?UTF-8?B?6KaP5YmH?=\r\nContent-Type: text/html\r\n\r\n<p>Hi'), 'Subject: 規則\n\nHi'],
  [
    'a.ods',
    archiveOf({
      mimetype: openTypes.ods,
      'content.xml':
        '<a><table:table table:name="S"><table:table-row><table:table-cell><text:p>就業</text:p></table:table-cell></table:table-row></table:table></a>',
    }),
    'S\n就業',
  ],
  [
    'a.odt',
    archiveOf({ mimetype: openTypes.odt, 'content.xml': '<a><office:text><text:p>就業</text:p></office:text></a>' }),
    '就業',
  ],
  ['a.msg', compoundOf({ '__properties_version1.0': new Uint8Array(32), '__substg1.0_10090102': packedRtf }), 'Hello'],
])('workerd reads %s', async (name, bytes, words) => {
  const [page] = await extractPages(bytes, name, detectMimeType(bytes, name))
  expect(page!.text).toContain(words)
})

test.each([
  ['shift_jis', '8f418bc68b4b91a50a8ed088f582cd'],
  ['iso-2022-jp', '1b244235443b764f3f1b28420a1b24423d50404a3c54244f1b2842'],
  ['gb18030', 'b1beb9abcbbeb5c4d4b1b9a4d3a6b5b1d7f1cad8b9e6d5c2d6c6b6c8a1a3'],
  ['big5', 'a5bba4bda571aabaadfba475c0b3b7edbfeda675b357b3b9a8eeabd7a143'],
  ['euc-kr', 'b8c5c3e2c0cc20c0fcb3e220b5bfbff9bab8b4d920c1f5b0a1c7dfb4d92e'],
  ['windows-1251', 'cff0eee4e0e6e820e2fbf0eef1ebe820efee20f1f0e0e2ede5ede8fe20f120eff0eef8ebfbec20e3eee4eeec2e'],
])('workerd reads a text in %s', async (encoding, hex) => {
  const bytes = Uint8Array.from(Buffer.from(hex, 'hex'))
  const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
  expect(await extractPages(bytes, 'a.txt', 'text/plain')).toEqual([{ page: 1, text }])
})

test('workerd tells an encrypted PDF from a damaged one', async () => {
  await expect(extractPages(encryptedPdf(), 'a.pdf', mimeTypes.pdf)).rejects.toMatchObject({ reason: 'encrypted' })
  await expect(extractPages(encryptedPdf().subarray(0, 40), 'a.pdf', mimeTypes.pdf)).rejects.toThrow(UnreadableDocument)
})
