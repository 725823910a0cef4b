import { expect, inject, test } from 'vitest'
import { IdentityToolkit } from '../../scripts/local/identity/identity-toolkit.ts'
import { newPage, password, reload, startSecondApp } from './harness/index.ts'

const app = await startSecondApp({ seed: 'tests/e2e/harness/seed-two-invitations.ts' })

test('somebody whom two organisations have invited chooses one of them, and is in', async () => {
  await new IdentityToolkit(inject('authUrl')).ensureAccount('hanako@example.com', password)
  const page = await newPage({ app: app.url })
  await page.goto('/files')
  await page.getByLabel('Email').fill('hanako@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const join = page.getByRole('button', { name: 'Join' })
  await join.waitFor()
  expect(await join.isEnabled()).toBe(false)
  await reload(page)
  await page.getByRole('radio', { name: 'Minato' }).check({ force: true })
  await join.click()
  await page.getByRole('button', { name: 'Add files' }).waitFor()
  await reload(page)
  await page.getByRole('button', { name: 'Add files' }).waitFor()
})
