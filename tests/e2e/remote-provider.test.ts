import { expect, inject, test } from 'vitest'
import { createClient } from '../../app/contract/client.ts'
import { getMe } from '../../app/contract/users.ts'
import { listFiles } from '../../app/contract/files.ts'
import { idToken, newPage, signIn, startSecondApp } from './harness/index.ts'

/** Its own database has no documents: what it shows comes from its provider, the first copy. */
const appUrl = await startSecondApp({ PROVIDER_URL: inject('appUrl') })

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
