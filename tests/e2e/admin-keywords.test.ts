import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startSecondApp } from './harness/second-app.ts'
import { member, type PageOptions, type Who } from './harness/index.ts'

const app = await startSecondApp()

async function openKeywords(address = '/admin/rules', options?: PageOptions): Promise<Page> {
  const page = await member({ ...options, who: 'admin', path: address, app: app.url })
  await page.getByRole('table').waitFor()
  return page
}

async function add(page: Page, keyword: string) {
  await page.getByRole('button', { name: 'Add keyword' }).click()
  await page.getByRole('dialog').getByLabel('Keyword').fill(keyword)
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
}

async function added(page: Page, keyword: string) {
  await add(page, keyword)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rowOf(page, keyword).waitFor()
}

const rowOf = (page: Page, keyword: string) => page.getByRole('row').filter({ hasText: keyword })

test('a keyword is added, refused a second time in another form, and blocks a question that stays in the composer', async () => {
  const page = await openKeywords()
  await page.getByRole('button', { name: 'Add keyword' }).click()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await added(page, 'ガス管')
  await add(page, 'がす管')
  await page.getByRole('alert').getByText('This keyword is already blocked').waitFor()
  expect(await page.getByRole('dialog').getByLabel('Keyword').inputValue()).toBe('がす管')

  const asking = await member({ who: 'user', app: app.url })
  const question = asking.getByRole('textbox')
  await question.fill('Where is the ｶﾞｽ管?')
  await question.press('Enter')
  await asking.getByText('Keyword is blocked').waitFor()
  expect(await question.inputValue()).toBe('Where is the ｶﾞｽ管?')
  expect(new URL(asking.url()).pathname).toBe('/chat')
})

test('keywords are searched in any form, and the address of the search opens the same view', async () => {
  const page = await openKeywords()
  await added(page, 'walrus')
  await added(page, 'heron')
  await page.getByRole('searchbox').fill('ＷＡＬ')
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'ＷＡＬ')
  await rowOf(page, 'heron').waitFor({ state: 'detached' })
  expect(await rowOf(page, 'walrus').count()).toBe(1)

  const other = await openKeywords(new URL(page.url()).pathname + new URL(page.url()).search)
  expect(await other.getByRole('searchbox').inputValue()).toBe('ＷＡＬ')
  expect(await other.getByRole('row').count()).toBe(2)

  const malformed = await openKeywords('/admin/rules?page=-1&keyword=%5B%5D')
  await rowOf(malformed, 'heron').waitFor()
})

test('a keyword is deleted once that is confirmed, and several at once', async () => {
  const page = await openKeywords()
  for (const keyword of ['one of three', 'two of three', 'three of three']) await added(page, keyword)
  await page.getByRole('button', { name: 'Delete one of three' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await rowOf(page, 'one of three').count()).toBe(1)

  await page.getByRole('checkbox', { name: 'one of three' }).click()
  await page.getByRole('checkbox', { name: 'two of three' }).click()
  await page.getByText('2 selected').waitFor()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.textContent()).toContain('Delete 2 keywords')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await page.getByText('2 keywords deleted').waitFor()
  await rowOf(page, 'one of three').waitFor({ state: 'detached' })
  expect(await rowOf(page, 'three of three').count()).toBe(1)
})

test('of a bulk deletion that fails in part the keywords that are left are named, and stay selected', async () => {
  const page = await openKeywords()
  await added(page, 'stubborn')
  await added(page, 'willing')
  await page.getByRole('checkbox', { name: 'stubborn' }).click()
  await page.getByRole('checkbox', { name: 'willing' }).click()
  const id = await rowOf(page, 'stubborn').getByRole('cell').nth(1).textContent()
  await page.route('**/_serverFn/**', (route, request) =>
    request.method() === 'POST' && request.postData()?.includes(id!) ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.getByText('Could not be deleted: stubborn').waitFor()
  await rowOf(page, 'willing').waitFor({ state: 'detached' })
  await page.getByText('1 selected').waitFor()
})

test('the screen is Japanese where the browser is', async () => {
  const page = await openKeywords('/admin/rules', { language: 'ja' })
  await page.getByRole('heading', { name: 'ルール' }).waitFor()
  await page.getByRole('button', { name: 'キーワードを追加' }).click()
  await page.getByRole('dialog').getByLabel('キーワード').fill('社外秘')
  await page.keyboard.press('Enter')
  await rowOf(page, '社外秘').waitFor()
  expect(await rowOf(page, '社外秘').locator('time:visible').textContent()).toMatch(/^\d{4}年\d{1,2}月\d{1,2}日$/)
})

test.each(['/admin/rules', '/admin/metrics'])(
  'a user who opens %s is led to the chat, and gets nothing of it',
  async (path) => {
    const who: Who = 'user'
    const page = await member({ who, app: app.url })
    const html = await (await page.request.get(path)).text()
    expect(html).not.toContain('walrus')
    await page.goto(path)
    await page.waitForURL(/\/chat$/)
    expect(await page.getByRole('table').count()).toBe(0)
  },
)
