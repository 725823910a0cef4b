import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDataDir } from '../../../scripts/local/data-dir.ts'
import { logOutput } from '../../../scripts/serve/log.ts'
import { readServeSettings } from '../../../scripts/serve/settings.ts'

const PUBLIC_URL = 'https://chat.example.com'

test('a server listens on this machine alone, on data of its own, with accounts of its own', () => {
  expect(readServeSettings({ PUBLIC_URL })).toEqual({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: new URL(PUBLIC_URL),
    dataDir: resolve('data'),
    firebase: false,
  })
})

test('a Firebase project is taken whole', () => {
  const project = {
    FIREBASE_PROJECT_ID: 'example',
    FIREBASE_API_KEY: 'key',
    FIREBASE_AUTH_DOMAIN: 'example.firebaseapp.com',
  }
  expect(readServeSettings({ PUBLIC_URL, ...project }).firebase).toBe(true)
})

test.each([
  [{}, 'PUBLIC_URL says where people reach it'],
  [{ PUBLIC_URL: 'chat.example.com' }, 'PUBLIC_URL=chat.example.com is not https://, a host and no more.'],
  [{ PUBLIC_URL: 'https://example.com/chat' }, 'is not https://, a host and no more.'],
  [{ PUBLIC_URL: 'http://chat.example.com' }, 'has to begin with https://'],
  [{ PUBLIC_URL, PORT: 'x' }, 'PORT=x is not a port (1 to 65535).'],
  [{ PUBLIC_URL, FIREBASE_PROJECT_ID: 'demo-local' }, 'is for npm start: it would trust an emulator.'],
  [{ PUBLIC_URL, FIREBASE_PROJECT_ID: 'example' }, 'FIREBASE_PROJECT_ID needs FIREBASE_API_KEY'],
])('%o is refused in one line', (env, message) => {
  expect(() => readServeSettings(env)).toThrow(message)
})

test('the demo and an organisation never share a directory', () => {
  const [demo, ours] = [mkdtempSync(join(tmpdir(), 'demo-')), mkdtempSync(join(tmpdir(), 'ours-'))]
  openDataDir(demo).release()
  openDataDir(ours, 'npm run serve').release()
  openDataDir(ours, 'npm run serve').release()
  expect(() => openDataDir(demo, 'npm run serve')).toThrow(`DATA_DIR=${demo} belongs to npm start; set another.`)
  expect(() => openDataDir(ours)).toThrow(`DATA_DIR=${ours} belongs to npm run serve; set another.`)
})

test("the log has the Worker's events and what its tools complain of, each a line of JSON", () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const event = '{"level":"error","event":"request_failed"}'
  logOutput(`\u001B[31m✘ \u001B[41;31m[\u001B[41;97mERROR\u001B[41;31m]\u001B[0m ${event}`, 'stderr')
  logOutput(event, 'stdout')
  logOutput('env.ANTHROPIC_MODELS ("")   Environment Variable   local', 'stdout')
  logOutput('[wrangler:info] GET /v1/files?name=secret 200 OK (3ms)', 'stdout')
  logOutput('✘ [ERROR] disconnected: write(): Broken pipe', 'stderr')
  logOutput('No space left', 'stderr')
  const lines = said.mock.calls.map(([line]) => line as string)
  said.mockRestore()
  expect(lines).toEqual([event, event, '{"level":"warn","event":"output","text":"No space left"}'])
})
