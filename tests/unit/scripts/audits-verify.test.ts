import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { VerificationEvent } from '~/contract/audits.ts'
import { root } from '../../../scripts/local/packages.ts'
import { run } from '../../../scripts/local/run.ts'

const node = join(root, 'node_modules/.bin/node')

/** Runs the script against a server that says this of the audits. */
async function verify(events: VerificationEvent[], token = 'token') {
  const server = createServer(({ url }, response) => {
    if (!url?.includes('audits')) return response.end(JSON.stringify({ organization_id: 1 }))
    response.setHeader('content-type', 'text/event-stream')
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const env = {
    ...process.env,
    APP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TOKEN: token,
  }
  const ended = await run(node, ['scripts/audits-verify.ts'], { cwd: root, env })
  await new Promise((resolve) => server.close(resolve))
  return ended
}

test('audits:verify says that the audits are whole, and what is wrong with them', async () => {
  const whole = await verify([{ type: 'end', rows: 2, head: 'abc', problems: 0, erased: 0 }])
  expect(whole).toEqual({ code: 0, output: '2 rows; the hash of the last is abc\nThe audits are whole.\n' })
  const altered = await verify([
    { type: 'problem', seq: 1, code: 'row_altered' },
    { type: 'end', rows: 2, head: 'abc', problems: 1, erased: 0 },
  ])
  expect(altered.code).toBe(1)
  expect(altered.output).toContain('row 1: row altered')
})

test('audits:verify fails where the stream broke off, or nobody is signed in', async () => {
  expect((await verify([])).code).toBe(1)
  const withoutToken = await verify([], '')
  expect(withoutToken.code).toBe(1)
  expect(withoutToken.output).toContain('TOKEN has to be')
})
