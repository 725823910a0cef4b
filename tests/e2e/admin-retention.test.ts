import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Hold } from '../../app/contract/retention.ts'
import type { Paged } from '../../app/contract/shared.ts'
import type { User } from '../../app/contract/users.ts'
import {
  apiResult,
  emailOf,
  member,
  type MemberOptions,
  reload,
  serverFunctions,
  startSecondApp,
} from './harness/index.ts'

/** The demo admin has one conversation of 40 days, and four that are younger than 30. */
const { url: app } = await startSecondApp({ seed: 'tests/e2e/harness/seed-aged-conversations.ts' })

/** With the two of the demo, more members than one part of a preview looks at. */
const guests = Array.from({ length: 119 }, (_, index) => `guest-${index + 1}@example.com`)

beforeAll(async () => {
  const body = guests.map((email) => ({ email, role: 'user' }))
  await apiResult('admin', '/web/v1/users/import', { app, body })
})

// The second try of a test begins as the first did.
beforeEach(async () => {
  const body = { conversations: null, generated_files: null, audit_texts: null }
  await apiResult('admin', '/v1/retention', { app, method: 'PUT', body })
  for (const { user_id } of (await apiResult<Paged<Hold>>('admin', '/v1/holds', { app })).data) {
    await apiResult('admin', `/v1/users/${user_id}/hold`, { app, method: 'DELETE' })
  }
})

const open = (path = '/admin/retention', options?: MemberOptions): Promise<Page> =>
  member({ who: 'admin', path, app, ...options })

const card = (page: Page) => page.getByRole('group', { name: 'Conversations', exact: true })
const days = (page: Page) => card(page).getByRole('textbox', { name: 'Days' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email })

/** What a preview says under this name. */
const figure = (page: Page, name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').first().innerText()

test('a shorter period is saved once its admin has seen what goes; a longer one at once; what is no period says so', async () => {
  const page = await open()
  await page.getByText('There has been none yet.').waitFor()
  await card(page).getByRole('button', { name: 'For a time' }).click()
  await save(page).click()
  await card(page).getByText('Please write a whole number of days, from 1 to 36,500').waitFor()
  expect(await days(page).evaluate((field) => field === document.activeElement)).toBe(true)
  for (const wrong of ['0', '1.5', '36501']) {
    await days(page).fill(wrong)
    expect(await days(page).getAttribute('aria-invalid')).toBe('true')
  }

  await days(page).fill('３０')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(await days(page).inputValue()).toBe('３０')

  await save(page).click()
  const dialog = page.getByRole('dialog', { name: 'Keep things for a shorter time?' })
  await dialog.getByText('30 days instead of for ever').waitFor()
  await dialog.getByText('Would go today', { exact: true }).waitFor()
  expect(await figure(page, 'Would go today')).toBe('1')
  await dialog.getByRole('button', { name: /^Erase from \w+ \d+, \d{4} on$/ }).click()
  await page.getByText('Periods saved').waitFor()
  await page.getByText(/^The latest change holds from \w+ \d+, \d{4} on\.$/).waitFor()

  await reload(page)
  expect(await days(page).inputValue()).toBe('30')
  await card(page).getByRole('button', { name: '7 years' }).click()
  await save(page).click()
  await page.getByText('Periods saved').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await days(page).inputValue()).toBe('2557')
})

test('a preview that breaks off says how far it came, and goes on from there', async () => {
  const page = await open()
  let asked = 0
  // The second part, and its second try.
  const breaking = [2, 3]
  await page.route(serverFunctions, (route, request) =>
    request.url().includes('conversations') && breaking.includes((asked += 1)) ? route.abort() : route.fallback(),
  )
  await card(page).getByRole('button', { name: 'For a time' }).click()
  await card(page).getByRole('button', { name: '30 days' }).click()
  await card(page).getByRole('button', { name: 'What would go today?' }).click()
  await card(page).getByText('This broke off after 100 of 121 members. So far: 1, which is not all.').waitFor()
  expect(await card(page).getByText('Would go today', { exact: true }).count()).toBe(0)
  await card(page).getByRole('button', { name: 'Go on' }).click()
  await card(page).getByText('Would go today', { exact: true }).waitFor()
  expect(await figure(page, 'Would go today')).toBe('1')
  expect(asked).toBe(4)

  await days(page).fill('20000')
  expect(await card(page).getByText('Would go today', { exact: true }).count()).toBe(0)
  await card(page).getByRole('button', { name: 'What would go today?' }).click()
  await card(page).getByText('Nothing would go today.').waitFor()
})

test('who is on hold keeps everything, cannot be deleted, and is released with what that erases', async () => {
  const page = await open('/admin/retention?tab=holds')
  await page.getByText('Nobody is on hold').waitFor()
  for (const [typed, email] of [
    ['admin@', emailOf('admin')],
    ['guest-119', 'guest-119@example.com'],
  ] as const) {
    await page.getByRole('button', { name: 'Put a user on hold' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(typed)
    await dialog.getByRole('searchbox').press('Enter')
    await dialog.getByRole('button', { name: email }).click()
    await page.keyboard.type('Case 7')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await rowOf(page, email).getByText('Case 7').filter({ visible: true }).waitFor()
  }
  await rowOf(page, emailOf('admin')).getByRole('button', { name: 'Change the reason' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Case 8')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await rowOf(page, emailOf('admin')).getByText('Case 8').filter({ visible: true }).waitFor()

  await page.getByRole('button', { name: 'Periods' }).click()
  await card(page).getByRole('button', { name: 'For a time' }).click()
  await days(page).fill('30')
  await card(page).getByRole('button', { name: 'What would go today?' }).click()
  await card(page).getByText('Nothing would go today.').waitFor()
  expect(await figure(page, 'Kept by holds')).toBe('1')

  const users = await open('/admin/users?email=guest-11')
  await rowOf(users, 'guest-119@').getByText('On hold').waitFor()
  expect(await rowOf(users, 'guest-119@').getByRole('button', { name: 'cannot be deleted' }).isDisabled()).toBe(true)
  await users.getByRole('checkbox', { name: 'guest-119@' }).click()
  await users.getByRole('checkbox', { name: 'guest-118@' }).click()
  await users.getByRole('main').getByRole('button', { name: 'Delete', exact: true }).first().click()
  await users.getByText('On hold and left out: guest-119@example.com.').waitFor()
  await users.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await users.getByText('User deleted').waitFor()
  await rowOf(users, 'guest-118@').waitFor({ state: 'detached' })

  await rowOf(users, 'guest-119@').getByRole('button', { name: 'Release' }).click()
  await users.getByRole('dialog').getByText('guest-119@example.com is no longer on hold').waitFor()
  await users.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await rowOf(users, 'guest-119@').getByText('On hold').waitFor({ state: 'detached' })
  await rowOf(users, 'guest-119@').getByRole('button', { name: 'Put on hold' }).waitFor()
})

test('on a phone, in Japanese, everything is within reach', async () => {
  const [admin] = (await apiResult<Paged<User>>('admin', `/web/v1/users?email=${emailOf('admin')}`, { app })).data
  const body = { reason: 'Case 9' }
  await apiResult('admin', `/v1/users/${admin!.id}/hold`, { app, method: 'PUT', body })
  const options = { language: 'ja', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
  const page = await open('/admin/retention', options)
  await page.getByRole('heading', { name: '保持期間' }).waitFor()
  const texts = page.getByRole('group', { name: '監査ログの本文' })
  await texts.getByRole('button', { name: '日数を指定' }).tap()
  await texts.getByRole('button', { name: '7 年' }).tap()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await page.getByRole('button', { name: '変更を破棄' }).tap()
  await page.getByRole('button', { name: '保全', exact: true }).tap()
  await rowOf(page, emailOf('admin')).getByText('Case 9').filter({ visible: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?tab=holds')
})
