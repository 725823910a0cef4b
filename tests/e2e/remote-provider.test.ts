import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startApp } from '../../scripts/local/app.ts'
import { openDataDir } from '../../scripts/local/data-dir.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { readSettings } from '../../scripts/local/settings.ts'
import { createClient } from '../../app/contract/client.ts'
import { getMe } from '../../app/contract/users.ts'
import { listFiles } from '../../app/contract/files.ts'
import { idToken, newPage, signIn } from './harness/index.ts'

const cleanup = new AsyncDisposableStack()
let appUrl = ''

/** A second copy of the app: its own, empty database is never asked, since its provider is the first copy. */
beforeAll(async () => {
  const path = mkdtempSync(join(tmpdir(), 'remote-'))
  cleanup.defer(() => rmSync(path, { recursive: true, force: true }))
  const dataDir = openDataDir(path)
  cleanup.defer(dataDir.release)
  const settings = {
    ...readSettings({ PORT: String(await freePort()), DATA_DIR: path }, false),
    authUrl: inject('authUrl'),
  }
  process.env.PROVIDER_URL = inject('appUrl')
  cleanup.defer(() => void Reflect.deleteProperty(process.env, 'PROVIDER_URL'))
  await startApp(settings, dataDir, cleanup)
  appUrl = settings.appUrl
})
afterAll(() => cleanup.disposeAsync())

test("the contract's client speaks with a provider over HTTP", async () => {
  const call = createClient({ fetch, origin: inject('appUrl'), token: await idToken('user') })
  expect(await call(getMe)).toMatchObject({ user_role: 'user', email: 'user@example.com' })
  expect((await call(listFiles, { query: { name: 'handbook' } })).data.map(({ name }) => name)).toEqual([
    'employee-handbook.pdf',
  ])
})

test('with PROVIDER_URL set, the whole web side works on the remote provider', async () => {
  const page = await newPage()
  await page.goto(appUrl)
  await signIn(page, 'user')
  await page.getByLabel('Your question').fill('How many weeks of parental leave does every parent get?')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\/\d+$/)
  const answer = page.getByRole('article', { name: 'Assistant' })
  await answer.getByRole('region', { name: 'References' }).waitFor()
  expect(await answer.textContent()).toContain('20 weeks')
  await answer
    .getByRole('link', { name: /employee-handbook\.pdf/ })
    .first()
    .click()
  await page.frameLocator('iframe').locator('.textLayer').first().waitFor()
})
