import { expect, test } from 'vitest'
import { compoundOf } from '../../legacy/legacy.ts'
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

const wide = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const stream = (property: string) => `__substg1.0_${property}`

/** The stream of properties of a fixed size, with the time of sending. */
function fixedProperties(sent: Date): Uint8Array {
  const view = new DataView(new ArrayBuffer(48))
  view.setUint16(34, 0x0039, true)
  view.setBigUint64(40, (BigInt(sent.getTime()) + 11_644_473_600_000n) * 10_000n, true)
  return new Uint8Array(view.buffer)
}

const message = (streams: Record<string, Uint8Array>) =>
  compoundOf({ '__properties_version1.0': fixedProperties(new Date('2026-11-02T00:00:00Z')), ...streams })

test('A message that Outlook saved is read with its head, and names what is attached', async () => {
  const bytes = message({
    [stream('0037001F')]: wide('見積もり'),
    [stream('0C1A001F')]: wide('田中'),
    [stream('5D01001F')]: wide('tanaka@example.com'),
    [stream('0E04001F')]: wide('Sato, Hanako'),
    [stream('1000001F')]: wide('Total: 1,200 EUR\r\nRegards'),
    [`__attach_version1.0_#00000000/${stream('3707001F')}`]: wide('見積.pdf'),
    [`__attach_version1.0_#00000000/${stream('0037001F')}`]: wide('Another subject'),
  })
  expect(detectMimeType(bytes, 'a.msg')).toBe('application/vnd.ms-outlook')
  expect(await textOf(bytes, 'a.msg')).toBe(
    'Subject: 見積もり\nFrom: 田中 <tanaka@example.com>\nTo: Sato, Hanako\nDate: 2026-11-02T00:00:00.000Z\nAttachments: 見積.pdf\n\nTotal: 1,200 EUR\nRegards',
  )
})

test('A message is read from its HTML, its Rich Text, or bytes of an older code page', async () => {
  const html = bytesOf('<html><table><tr><td>品名<td>単価</table></html>')
  expect(await textOf(message({ [stream('10130102')]: html, [stream('1000001F')]: wide('flat') }), 'a.msg')).toContain(
    '品名\t単価',
  )

  const rtf = bytesOf('{\\rtf1 Rich words\\par}')
  const head = new DataView(new ArrayBuffer(16))
  head.setUint32(0, rtf.length + 12, true)
  head.setUint32(4, rtf.length, true)
  head.setUint32(8, 0x414c454d, true)
  const packed = Uint8Array.from([...new Uint8Array(head.buffer), ...rtf])
  expect(await textOf(message({ [stream('10090102')]: packed }), 'a.msg')).toContain('Rich words')

  const narrow = Uint8Array.from(Buffer.from('8f418bc68b4b91a582f08ee782e900', 'hex'))
  expect(await textOf(message({ [stream('1000001E')]: narrow }), 'a.msg')).toContain('就業規則を守る')
})

test.each([
  [
    'Rich Text that says it is longer than it is',
    { [stream('10090102')]: Uint8Array.of(255, 255, 255, 127, 255, 255, 255, 127, 0x4c, 0x5a, 0x46, 0x75, 0, 0, 0, 0) },
    'damaged',
  ],
  ['Rich Text in no known packing', { [stream('10090102')]: new Uint8Array(20) }, 'damaged'],
  ['nothing but its date', {}, 'read'],
])('A message of Outlook with %s ends named', async (_, streams, outcome) => {
  expect(await outcomeOf(message(streams), 'a.msg')).toBe(outcome)
})
