import { expect, test } from 'vitest'
import { detectMimeType } from '~/provider/documents/mime.ts'
import { bytesOf } from './fixtures.ts'
import { outcomeOf, textOf } from './read.ts'

const lines = (...all: string[]) => all.join('\r\n')

const plain = lines(
  'Received: from mail.example.com by mx.example.com; Mon, 2 Nov 2026 09:00:00 +0900',
  'From: =?ISO-2022-JP?B?GyRCRURDZhsoQg==?= <tanaka@example.com>',
  'To: sales@example.com, "Sato, Hanako" <sato@example.com>',
  'Cc: Team: a@example.com, b@example.com;',
  'Subject: =?UTF-8?Q?=E8=A6=8B=E7=A9=8D=E3=82=82=E3=82=8A?= 2026-11',
  'Date: Mon, 2 Nov 2026 09:00:00 +0900',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/plain; charset=ISO-2022-JP',
  '',
  '\x1b$B5D;vO?\x1b(B',
  'Total: 1,200 EUR',
  '--cut',
  "Content-Disposition: attachment; filename*=UTF-8''%E8%A6%8B%E7%A9%8D.pdf",
  'Content-Type: application/pdf',
  'Content-Transfer-Encoding: base64',
  '',
  'JVBERi0=',
  '--cut--',
)

test('A mail is read with its head, in the encodings that it names, and names what is attached', async () => {
  expect(await textOf(plain, 'mail.eml')).toBe(
    lines(
      'Subject: 見積もり 2026-11',
      'From: 田中 <tanaka@example.com>',
      'To: sales@example.com, Sato, Hanako <sato@example.com>',
      'Cc: Team: a@example.com, b@example.com',
      'Date: 2026-11-02T00:00:00.000Z',
      'Attachments: 見積.pdf',
      '',
      '議事録',
      'Total: 1,200 EUR',
    ).replaceAll('\r', ''),
  )
})

test('A mail is one by its first field, and by its name', () => {
  expect(detectMimeType(bytesOf(plain), 'message')).toBe('message/rfc822')
  expect(detectMimeType(bytesOf('Subject: Hello\r\n\r\nHi'), 'a.eml')).toBe('message/rfc822')
  expect(detectMimeType(bytesOf('Subject: a note that I wrote'), 'a.txt')).toBe('text/plain')
})

test('A mail of HTML alone is read as it looks, and a forwarded one with it', async () => {
  const inner = lines('From: c@example.com', 'Subject: Inner', '', 'Words within')
  const mail = lines(
    'From: a@example.com',
    'Subject: Outer',
    'Content-Type: multipart/mixed; boundary=cut',
    '',
    '--cut',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<table><tr><td>品名<td>単価</table><style>p{}</style>',
    '--cut',
    'Content-Type: message/rfc822',
    '',
    inner,
    '--cut--',
  )
  const text = await textOf(mail, 'a.eml')
  expect(text).toContain('品名\t単価')
  expect(text).toContain('Words within')
})

test('A mail that names no encoding is in the one that its letters tell', async () => {
  const mail = Buffer.concat([
    Buffer.from('From: a@example.com\r\n\r\n'),
    Buffer.from('8f418bc68b4b91a582f08ee782e9', 'hex'),
  ])
  expect(await textOf(mail, 'a.eml')).toContain('就業規則を守る')
})

test.each([
  [
    'parts in parts without end',
    Array.from({ length: 2_000 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(
      '',
    ),
    'damaged',
  ],
  ['fields without end', `From: a@example.com\r\n${'X-A: b\r\n'.repeat(100_000)}\r\nHi`, 'damaged'],
  ['nothing', '\r\n\r\n', 'no_text'],
])('A mail with %s ends named', async (_, source, outcome) => {
  expect(await outcomeOf(source, 'a.eml')).toBe(outcome)
})
