import { expect, test } from 'vitest'
import en from '../../messages/en.json' with { type: 'json' }
import ja from '../../messages/ja.json' with { type: 'json' }
import { member, serverFunctions } from './harness/index.ts'

test.each([
  { language: 'en', messages: en, viewport: { width: 1280, height: 800 } },
  { language: 'ja', messages: ja, viewport: { width: 390, height: 844 } },
] as const)(
  'an admin sees in $language how the product is, and looks again',
  async ({ language, messages, viewport }) => {
    const page = await member({ who: 'admin', path: '/admin/system', language, viewport })
    await page.getByRole('heading', { name: messages.system_title, exact: true }).waitFor()
    for (const name of [
      messages.system_models,
      messages.system_questions,
      messages.system_processing,
      messages.system_storage,
    ])
      await page.getByRole('region', { name, exact: true }).waitFor()

    const models = page.getByRole('region', { name: messages.system_models, exact: true })
    expect(await models.getByRole('listitem').count()).toBeGreaterThan(0)
    const files = page.getByRole('listitem').filter({ hasText: messages.system_store_files })
    expect(await files.innerText()).toContain(messages.system_state_ok)
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    expect(width[0]).toBeLessThanOrEqual(width[1]!)
    await page.screenshot({ path: `test-results/admin-system-${language}.png` })

    const checked = page.getByRole('status').filter({ hasText: messages.system_checked }).locator('time')
    const before = await checked.getAttribute('datetime')
    await page.getByRole('button', { name: messages.system_refresh, exact: true }).click()
    await expect.poll(() => checked.getAttribute('datetime')).not.toBe(before)
  },
)

test('what was seen stays where a look fails, and the screen says so', async () => {
  const page = await member({ who: 'admin', path: '/admin/system' })
  await page.getByRole('region', { name: 'Models', exact: true }).waitFor()
  await page.route(serverFunctions, (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('region', { name: 'Models', exact: true }).count()).toBe(1)
})
