import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test, vi } from 'vitest'
import { mailerFrom } from '../../../scripts/serve/accounts/mail.ts'

const publicUrl = new URL('https://chat.example.com')
const MAIL_FROM = 'Chat <chat@example.com>'

/** A mail server that takes everything (RFC 5321, as far as it is spoken here); resolves with the first mail. */
async function mailServer() {
  const { promise: mail, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let data: string[] | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    createInterface(socket).on('line', (line) => {
      if (!data) {
        if (line === 'DATA') data = []
        return say(line === 'DATA' ? '354 go on' : '250 ok')
      }
      if (line !== '.') return void data.push(line)
      resolve(data.join('\n'))
      data = undefined
      say('250 ok')
    })
    socket.on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, mail }
}

/** The text of a mail, as its encoding says. */
function textOf(mail: string): string {
  const [head = '', ...body] = mail.split('\n\n')
  const text = body.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  return text.replaceAll('=\n', '').replaceAll('=3D', '=')
}

test.each([
  ['en', 'Choose your password here, within three days:'],
  ['ja', '3日以内に、次のリンクからパスワードを設定してください。'],
] as const)('an invitation comes in the language of the invited (%s), with its link', async (language, words) => {
  const { url, mail } = await mailServer()
  await mailerFrom({ SMTP_URL: url, MAIL_FROM }, publicUrl)!('invitation', 'sato@example.com', 'code', language)
  expect(await mail).toMatch(/^From: Chat <chat@example.com>$/m)
  expect(await mail).toMatch(/^To: sato@example.com$/m)
  expect(textOf(await mail)).toContain(words)
  expect(textOf(await mail)).toContain('https://chat.example.com/password#code')
})

test('a mail that cannot be sent is told to the log, without the address', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const send = mailerFrom({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM }, publicUrl)!
  await expect(send('reset', 'sato@example.com', 'code', 'en')).rejects.toThrow()
  const lines = said.mock.calls.flat().join('\n')
  said.mockRestore()
  expect(lines).toBe('{"level":"error","event":"mail_failed","kind":"reset","cause":"ESOCKET"}')
})

test.each([
  [{ SMTP_URL: 'mail.example.com', MAIL_FROM }, 'SMTP_URL is not'],
  [{ SMTP_URL: 'smtps://mail.example.com' }, 'SMTP_URL needs MAIL_FROM'],
])('%o is refused in one line', (env, message) => {
  expect(() => mailerFrom(env, publicUrl)).toThrow(message)
})

test('without a mail server there is nothing that sends', () => {
  expect(mailerFrom({ MAIL_FROM }, publicUrl)).toBeUndefined()
})
