import { randomFillSync } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { createClient } from '../../app/contract/client.ts'
import { getMe } from '../../app/contract/users.ts'
import { listFiles } from '../../app/contract/files.ts'
import { answer, ask, idToken, inConversation, member, newPage, signIn, startSecondApp } from './harness/index.ts'

/** Its own database has no documents: what it shows comes from its provider, the first copy. */
const { url: app } = await startSecondApp({ variables: { PROVIDER_URL: inject('appUrl') } })

test("the contract's client speaks with a provider over HTTP", async () => {
  const call = createClient({ fetch, origin: inject('appUrl'), token: await idToken('user') })
  expect(await call(getMe)).toMatchObject({ user_role: 'user', email: 'user@example.com' })
  expect((await call(listFiles, { query: { name: 'handbook' } })).data.map(({ name }) => name)).toEqual([
    'employee-handbook.pdf',
  ])
})

test('with PROVIDER_URL set, the whole web side works on the remote provider', async () => {
  const page = await newPage({ app })
  await signIn(page, 'user')
  await ask(page, 'How many weeks of parental leave does every parent get?')
  await inConversation(page)
  await answer(page).getByRole('region', { name: 'References' }).waitFor()
  expect(await answer(page).textContent()).toContain('20 weeks')
  await answer(page)
    .getByRole('link', { name: /employee-handbook\.pdf/ })
    .first()
    .click()
  await page.frameLocator('iframe').locator('.textLayer').first().waitFor()
})

test('with a remote provider the parts go straight to it, past the web side', async () => {
  const page = await member({ path: '/files', app })
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  const origins = new Set<string>()
  page.on('response', (response) => {
    if (response.request().method() === 'PUT' && response.ok()) origins.add(new URL(response.url()).origin)
  })
  await page.getByRole('button', { name: 'Add files' }).click()
  const buffer = randomFillSync(Buffer.alloc(12 * 1024 * 1024))
  await page.locator('input[type=file]').setInputFiles({ name: 'abroad.mp4', mimeType: 'video/mp4', buffer })
  await page.getByText('1 file uploaded successfully').waitFor()
  expect([...origins]).toEqual([inject('appUrl')])
})
