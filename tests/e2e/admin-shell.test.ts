import type { Page } from 'playwright'
import { expect, inject, test } from 'vitest'
import { idToken, member, type MemberOptions } from './harness/index.ts'

const open = (path: string, options?: MemberOptions): Promise<Page> =>
  member({ who: 'admin', path, app: inject('appUrl'), ...options })

const screens = [
  'users',
  'audits',
  'metrics',
  'rules',
  'retention',
  'webpages',
  'notices',
  'agents',
  'models',
  'api-keys',
  'system',
]

const english = [
  'Users',
  'Audits',
  'Metrics',
  'Rules',
  'Retention',
  'Webpages',
  'Notices',
  'Agent Config',
  'Models',
  'API keys',
  'System',
]
const japanese = [
  'ユーザー',
  '監査ログ',
  '利用状況',
  'ルール',
  '保持期間',
  'ウェブページ',
  'お知らせ',
  'エージェント設定',
  'モデル',
  'API キー',
  'システム',
]

test('a user who opens any address of the admin area ends at the chat, and is sent nothing of it', async () => {
  const page = await open('/chat', { who: 'user' })
  for (const path of [...screens, '', 'nothing']) {
    const answered: string[] = []
    page.on('response', (response) => {
      if (response.request().isNavigationRequest())
        answered.push(`${response.status()} ${new URL(response.url()).pathname}`)
    })
    const response = await page.goto(`/admin/${path}`)
    page.removeAllListeners('response')
    // The redirect is the server's answer to the first request, not the page's afterthought.
    expect(answered.at(0)).toMatch(/^30[0-9] \/admin/)
    expect(answered.at(-1)).toBe('200 /chat')
    const html = await response!.text()
    expect(html).not.toMatch(/admin@example\.com|_shell\/admin\/|admin-menu/)
  }
  expect(new URL(page.url()).pathname).toBe('/chat')
})

test('the calls behind the screens refuse a user', async () => {
  const authorization = `Bearer ${await idToken('user')}`
  const paths = [
    '/web/v1/users',
    '/web/v1/users/csv',
    '/v1/audits',
    '/web/v1/audits/csv',
    '/v1/actions',
    '/v1/metrics',
    '/v1/quotas',
    '/v1/blocked-keywords',
    '/v1/retention',
    '/v1/holds',
    '/v1/system',
  ]
  for (const path of paths) {
    const response = await fetch(inject('appUrl') + path, { headers: { authorization } })
    expect(`${response.status} ${path}`).toBe(`403 ${path}`)
  }
})

test('only an admin’s menu leads to the admin area, where its own menu stands in place of the chat’s', async () => {
  const user = await open('/chat', { who: 'user' })
  await user.getByRole('button', { name: 'Account menu' }).click()
  await user.getByRole('menuitem', { name: 'Chat' }).waitFor()
  expect(await user.getByRole('menuitem', { name: 'Admin' }).count()).toBe(0)

  const page = await open('/chat')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Admin' }).click()
  await page.waitForURL(/\/admin\/users$/)
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await menu.waitFor()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Back to chat', ...english])
  expect(await page.getByRole('link', { name: 'New Conversation' }).count()).toBe(0)
  expect(await menu.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page')

  await menu.getByRole('link', { name: 'Agent Config' }).click()
  await page.getByRole('heading', { name: 'Agent Config' }).waitFor()
  await menu.getByRole('link', { name: 'Back to chat' }).click()
  await page.waitForURL(/\/chat$/)
  await page.getByRole('link', { name: 'New Conversation' }).waitFor()
})

test('unknown addresses of the admin area lead to the users', async () => {
  const page = await open('/admin')
  await page.waitForURL(/\/admin\/users$/)
  for (const path of ['/admin/', '/admin/nothing', '/admin/users/7/more']) {
    await page.goto(path)
    expect(new URL(page.url()).pathname).toBe('/admin/users')
  }
})

test('on a phone the menu is in the drawer, which closes behind the choice; in Japanese too', async () => {
  const page = await open('/admin/agents', { language: 'ja', viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.getByRole('button', { name: 'ナビゲーションを表示' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  expect(await drawer.getByRole('link').allInnerTexts()).toEqual(['チャットに戻る', ...japanese])
  await drawer.getByRole('link', { name: '利用状況' }).click()
  await page.waitForURL(/\/admin\/metrics$/)
  await drawer.waitFor({ state: 'detached' })
})

test('a month is picked with the keyboard alone, within its bounds, and is part of the address', async () => {
  const page = await open('/admin/metrics?month=2026-05')
  const field = page.getByRole('button', { name: 'Month 2026-05' })
  await field.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Month' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe('May 2026')

  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe('February 2026')
  await page.keyboard.press('PageUp')
  expect(await focused()).toBe('February 2025')
  await page.keyboard.press('End')
  expect(await focused()).toBe('March 2025')
  await page.keyboard.press('Enter')
  await sheet.waitFor({ state: 'detached' })
  await page.waitForURL(/month=2025-03/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('2025-03')

  // The future cannot be reached, and Escape changes nothing.
  await page.keyboard.press('Enter')
  await expect.poll(focused).toBe('March 2025')
  for (let year = 0; year < 3; year++) await page.keyboard.press('Shift+PageDown')
  const now = new Date().toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'Asia/Tokyo' })
  expect(await focused()).toBe(now)
  await page.keyboard.press('ArrowRight')
  expect(await focused()).toBe(now)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(page.url()).toContain('month=2025-03')
})

test('days outside the bounds cannot be picked, and the chosen day is cleared by picking it again; in Japanese', async () => {
  const page = await open('/admin/audits?start=2026-03-10&end=2026-03-20', { language: 'ja' })
  await page.getByRole('button', { name: '終了日 2026年3月20日' }).click()
  const day = (name: string) => page.getByRole('grid').getByRole('button', { name })
  await day('2026年3月20日').waitFor()
  expect(await day('2026年3月9日').isDisabled()).toBe(true)
  expect(await day('2026年3月10日').isDisabled()).toBe(false)
  expect(await page.getByRole('button', { name: '前の月' }).isDisabled()).toBe(true)
  await day('2026年3月20日').click()
  await page.waitForURL((url) => !url.searchParams.has('end'))
  expect(new URL(page.url()).searchParams.get('start')).toBe('2026-03-10')

  await page.getByRole('button', { name: '終了日' }).click()
  const tomorrow = new Date(Date.now() + 86_400_000)
  const name = tomorrow.toLocaleDateString('ja', { dateStyle: 'full', timeZone: 'Asia/Tokyo' })
  // On a month's last day tomorrow is a sheet away, which cannot be turned to.
  if ((await day(name).count()) > 0) expect(await day(name).isDisabled()).toBe(true)
  else expect(await page.getByRole('button', { name: '次の月' }).isDisabled()).toBe(true)
})
