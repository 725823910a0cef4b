import { expect, test } from 'vitest'
import { csvEncoding, csvText } from '~/ui/csv/encoding.ts'

const text = 'email,role\n花子@example.com,user\n'
const utf8 = new TextEncoder().encode(text)
// 'メール,役割\n' as Excel saves it in Japanese.
const shiftJis = [0x83, 0x81, 0x81, 0x5b, 0x83, 0x8b, 0x2c, 0x96, 0xf0, 0x8a, 0x84, 0x0a]
const utf16le = [
  0xff,
  0xfe,
  ...Array.from(text, (letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8]).flat(),
]

const blob = (...parts: (number[] | Uint8Array<ArrayBuffer>)[]) => new Blob(parts.map((part) => new Uint8Array(part)))

test('UTF-8 is read with and without a byte order mark, which is no part of the text', async () => {
  expect(await csvEncoding(blob(utf8))).toBe('utf-8')
  expect(await csvText(blob(utf8))).toBe(text)
  expect(await csvText(blob([0xef, 0xbb, 0xbf], utf8))).toBe(text)
})

test('Shift_JIS is read', async () => {
  expect(await csvEncoding(blob(shiftJis))).toBe('shift_jis')
  expect(await csvText(blob(shiftJis))).toBe('メール,役割\n')
})

test('UTF-16 is read by its byte order mark', async () => {
  expect(await csvEncoding(blob(utf16le))).toBe('utf-16le')
  expect(await csvText(blob(utf16le))).toBe(text)
})

test('a letter that lies across two of the pieces that are looked at is no error', async () => {
  const before = new Uint8Array(2 ** 20 - 1).fill(0x61)
  expect(await csvEncoding(blob(before, new TextEncoder().encode('あ')))).toBe('utf-8')
})

test('a file that ends in the middle of a letter is not UTF-8', async () => {
  expect(await csvEncoding(blob(utf8, [0xe3, 0x81]))).toBe('shift_jis')
})

test('an empty file is UTF-8', async () => {
  expect(await csvEncoding(blob())).toBe('utf-8')
})
