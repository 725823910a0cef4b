import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { commandByHand } from '../../../scripts/local/app.ts'
import { openDataDir } from '../../../scripts/local/data-dir.ts'
import { readSettings } from '../../../scripts/local/settings.ts'

test('who serves the app by hand serves all its Workers on the data of npm start, for its accounts, with variables that none else reads', () => {
  const path = mkdtempSync(join(tmpdir(), 'by hand '))
  onTestFinished(() => rmSync(path, { recursive: true }))
  const settings = readSettings({ PORT: '3100', AUTH_EMULATOR_PORT: '9100', DATA_DIR: path }, false)
  const dataDir = openDataDir(path)
  const command = commandByHand(settings, dataDir)
  const file = join(path, 'dev.vars')
  for (const worker of ['server', 'jobs', 'reader']) expect(command).toContain(`-c dist/${worker}/wrangler.json`)
  expect(command).toContain(`--persist-to '${join(path, 'worker')}' --env-file '${file}' --port 3100`)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(parseEnv(readFileSync(file, 'utf8'))).toMatchObject({
    FIREBASE_PROJECT_ID: 'demo-local',
    AUTH_EMULATOR_URL: 'http://127.0.0.1:9100',
    SIGNING_SECRET: readFileSync(join(path, 'signing-secret'), 'utf8').trim(),
  })
})
