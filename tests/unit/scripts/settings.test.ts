import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../../../scripts/local/settings.ts'

test('without variables everything has its default', () => {
  expect(readSettings({}, false)).toEqual({
    dev: false,
    port: 3000,
    authPort: 9099,
    dataDir: resolve('.data'),
    demoPassword: 'demo-password',
    appUrl: 'http://localhost:3000',
    authUrl: 'http://127.0.0.1:9099',
  })
})

test('the variables are honoured, an empty one is as good as none', () => {
  const env = { PORT: '4000', AUTH_EMULATOR_PORT: '', DATA_DIR: '/tmp/other', DEMO_PASSWORD: 'another-one' }
  expect(readSettings(env, true)).toMatchObject({
    dev: true,
    port: 4000,
    authPort: 9099,
    dataDir: '/tmp/other',
    demoPassword: 'another-one',
  })
})

test.each([
  [{ PORT: 'abc' }, 'PORT=abc is not a port (1 to 65535).'],
  [{ AUTH_EMULATOR_PORT: '70000' }, 'AUTH_EMULATOR_PORT=70000 is not a port (1 to 65535).'],
  [{ PORT: '4000', AUTH_EMULATOR_PORT: '4000' }, 'PORT and AUTH_EMULATOR_PORT are both 4000; they must differ.'],
  [{ DEMO_PASSWORD: 'short' }, 'DEMO_PASSWORD must have at least 6 characters.'],
])('%o is refused in one line', (env, message) => {
  expect(() => readSettings(env, false)).toThrow(message)
})
