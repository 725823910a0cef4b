import { expect, test } from 'vitest'
import { decode } from '~/provider/documents/decode.ts'
import { extractPages } from '~/provider/documents/extract.ts'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { decodeText } from '~/viewer/decode.ts'

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

// Short ones, as people keep them in tables and notes; the bytes are what iconv writes.
test.each([
  ['Shift_JIS', '品名,単価\nりんご,120', '956996bc2c925089bf0a82e882f182b22c313230'],
  [
    'Shift_JIS in half-width katakana',
    'ﾐｽﾞﾎ ｷﾞﾝｺｳ ﾄｳｷｮｳ ｼﾃﾝ 1234567',
    'd0bddece20b7deddbab320c4b3b7aeb320bcc3dd2031323334353637',
  ],
  [
    'EUC-JP',
    '売上は前年同月を上回った。\n札幌支店',
    'c7e4bee5a4cfc1b0c7afc6b1b7eea4f2bee5b2f3a4c3a4bfa1a30abba5cbdabbd9c5b9',
  ],
  [
    'ISO-2022-JP',
    '議事録\n出席者は田中と佐藤',
    '1b244235443b764f3f1b28420a1b24423d50404a3c54244f4544436624483a3446231b2842',
  ],
  ['GB18030', '姓名,部门\n张三,销售部', 'd0d5c3fb2cb2bfc3c50ad5c5c8fd2ccffacadbb2bf'],
  [
    'GB18030, a sentence',
    '本公司的员工应当遵守规章制度。',
    'b1beb9abcbbeb5c4d4b1b9a4d3a6b5b1d7f1cad8b9e6d5c2d6c6b6c8a1a3',
  ],
  ['Big5', '姓名,部門\n張三,業務部', 'a96da6572cb3a1aaf90ab169a4542cb77eb0c8b3a1'],
  ['EUC-KR', '이름,부서\n김철수,영업부', 'c0ccb8a72cbacebcad0ab1e8c3b6bcf62cbfb5bef7bace'],
  ['Windows-1251', 'Имя,Отдел\nИванов,Продажи', 'c8ecff2ccef2e4e5eb0ac8e2e0edeee22ccff0eee4e0e6e8'],
  ['KOI8-R', 'Протокол совещания отдела продаж', 'f0d2cfd4cfcbcfcc20d3cfd7c5ddc1cec9d120cfd4c4c5ccc120d0d2cfc4c1d6'],
  ['Windows-1252', 'Résumé of the café owner', '52e973756de9206f662074686520636166e9206f776e6572'],
  ['Windows-1252, German', 'Straße,Größe\nMünchen,12', '53747261df652c4772f6df650a4dfc6e6368656e2c3132'],
  [
    'Windows-1250',
    'Společnost oznámila, že žádosti zaměstnanců o dovolenou vyřídí do týdne.',
    '53706f6c65e86e6f7374206f7a6ee16d696c612c209e65209ee1646f737469207a616dec73746e616e63f9206f20646f766f6c656e6f75207679f8ed64ed20646f2074fd646e652e',
  ],
])('%s is told without a mark, for the index and for the preview', async (_, text, hex) => {
  const bytes = bytesOf(hex)
  expect(await decode(bytes)).toBe(text)
  expect(await decodeText(bytes, true)).toBe(text)
  expect(detectMimeType(bytes, 'a.txt')).toBe('text/plain')
})

test.each(['Hello, world', '品名,単価\r\nりんご,120', '회의록 참석자', 'Здравствуй, мир'])(
  'UTF-16 without a mark is text in either order: %s',
  async (text) => {
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const units of [little, big]) {
      expect(detectMimeType(units, 'a.txt')).toBe('text/plain')
      expect(await decode(units)).toBe(text)
      expect(await decodeText(units, true)).toBe(text)
    }
  },
)

test('Bytes that are no text stay none', async () => {
  const noise = Uint8Array.from({ length: 4_096 }, (_, index) => (index * 7_919 * (index + 13)) >> 3)
  expect(detectMimeType(noise, 'a.txt')).toBe('application/octet-stream')
  await expect(decode(noise)).rejects.toMatchObject({ reason: 'unreadable_text' })
})

test.each([
  ['a column that is called ID3', 'ID3,name\n1,pump\n'],
  ['a mark of DOS at its end', 'id,name\n1,pump\n\x1a'],
  ['a stray control character', '\x01id,name\n1,pump\n'],
])('A CSV with %s is a table', async (_, text) => {
  const bytes = Buffer.from(text, 'latin1')
  expect(detectMimeType(bytes, 'a.csv')).toBe('text/csv')
  expect((await extractPages(bytes, 'a.csv', 'text/csv'))[0]!.text).toContain('1\tpump')
})
