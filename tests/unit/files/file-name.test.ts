import { expect, test } from 'vitest'
import { cleanFileName, renamed } from '~/provider/files/file-name.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).length

test.each([
  ['an ordinary name stays', '売上報告 2026.xlsx', '売上報告 2026.xlsx'],
  ['a decomposed name is composed', 'か\u3099いよう.pdf', 'がいよう.pdf'],
  ['control characters go', 'a\r\nSet-Cookie: b\u0000\u007f.txt', 'aSet-Cookie: b.txt'],
  ['line separators go', 'a\u2028b\u2029c.txt', 'abc.txt'],
  ['marks that turn the direction of writing go', 'invoice\u202efdp.exe\u2066', 'invoicefdp.exe'],
  ['path separators go', '../../etc\\passwd', '....etcpasswd'],
  ['blanks around and dots behind go', '  report.pdf. . ', 'report.pdf'],
  ['half a surrogate pair becomes the replacement character', 'a\ud800.txt', 'a\ufffd.txt'],
  ['emoji joined of several code points stay', '👩‍💻.png', '👩‍💻.png'],
  ['nothing may be left', '\u202e/\\ ..', ''],
])('%s', (_rule, name, clean) => {
  expect(cleanFileName(name)).toBe(clean)
})

test('a name of 255 bytes stays, and a longer one is cut before its extension', () => {
  const fits = `${'a'.repeat(251)}.pdf`
  expect(cleanFileName(fits)).toBe(fits)
  expect(cleanFileName(`a${fits}`)).toBe(fits)
})

test('a cut falls between code points', () => {
  const clean = cleanFileName(`${'𠮷'.repeat(100)}.docx`)
  expect(clean).toBe(`${'𠮷'.repeat(62)}.docx`)
  expect(bytesOf(clean)).toBeLessThanOrEqual(255)
})

test('what is too long to be an extension is cut too', () => {
  expect(bytesOf(cleanFileName(`a.${'日'.repeat(200)}`))).toBe(254)
})

test.each([
  ['notes.txt', 'minutes', 'minutes.txt'],
  ['notes.txt', 'minutes.TXT', 'minutes.TXT'],
  ['notes.TXT', 'v1.2', 'v1.2.TXT'],
  ['報告.pdf', '議事録.docx', '議事録.docx.pdf'],
  ['README', 'README.md', 'README.md'],
  ['.env', 'settings', 'settings'],
  ['a.b c', 'd', 'd'],
])('%s renamed to %s becomes %s', (name, wanted, expected) => {
  expect(renamed(name, wanted)).toBe(expected)
})

test.each(['', ' ', '...', '.txt', '\u202e', '/'])(
  'a file is not renamed to %j, of which nothing is left',
  (wanted) => {
    expect(renamed('notes.txt', wanted)).toBe('')
  },
)
