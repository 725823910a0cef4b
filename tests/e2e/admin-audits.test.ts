import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Paged } from '../../app/contract/shared.ts'
import type { Audit, VerificationEvent } from '../../app/contract/audits.ts'
import type { BlockedKeyword } from '../../app/contract/keywords.ts'
import type { Me } from '../../app/contract/users.ts'
import {
  answered,
  apiResult,
  callApi,
  emailOf,
  inConversation,
  member,
  type PageOptions,
  reload,
  script,
  type Who,
} from './harness/index.ts'

const openAudits = (address = '', options: PageOptions & { who?: Who } = {}) =>
  member({ who: 'admin', path: `/admin/audits${address}`, ...options })

const shown = async (page: Page) => {
  await page.getByText(/^Showing |^No items found$/).waitFor()
  return page
}

const rows = (page: Page) => page.locator('tbody tr')
const drawer = (page: Page) => page.getByRole('dialog', { name: /^Audit \d+$/ })

const app = inject('scriptedAppUrl')

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const today = dayOf(Date.now())
const yesterday = dayOf(Date.now() - 24 * 60 * 60 * 1000)
let user: number

/** More than a page of requests, which a keyword refuses. */
beforeAll(async () => {
  user = (await apiResult<Me>('user', '/web/v1/users/me', { app })).user_id
  const keyword = `refused-${crypto.randomUUID()}`
  const { id } = await apiResult<BlockedKeyword>('admin', '/v1/blocked-keywords', { app, body: { keyword } })
  for (let number = 0; number < 25; number++) {
    const body = { query: `${keyword} ${number}` }
    expect((await callApi('user', '/web/v1/chat', { app, body })).status).toBe(400)
  }
  await callApi('admin', `/v1/blocked-keywords/${id}`, { app, method: 'DELETE' })
})

test('a question asked in the chat appears as one audit, with its answer behind the info button', async () => {
  const id = crypto.randomUUID()
  await script(id, [{ say: 'The heron stands on one leg.' }])
  const chat = await member()
  await answered(chat, `How does it stand? script:${id}`)
  await inConversation(chat)
  await chat.getByRole('button', { name: 'Good answer' }).click()
  const conversation = /\d+$/.exec(chat.url())![0]
  // The organisation is told of opinions a moment after they are given.
  const good = `/v1/audits?user_id=${user}&conversation_id=${conversation}&feedback=good`
  const total = async () => (await apiResult<Paged<Audit>>('admin', good, { app })).total
  await expect.poll(total, { timeout: 20_000 }).toBe(1)

  // Each member's conversations are numbered from 1: the link of a row means that of its user.
  const page = await shown(await openAudits())
  await rows(page)
    .filter({ has: page.getByText(emailOf('user'), { exact: true }) })
    .getByRole('button', { name: `Show only conversation ${conversation}`, exact: true })
    .first()
    .click()
  await page.waitForURL(/user=\d+/)
  await expect.poll(() => rows(page).count(), { timeout: 10_000 }).toBe(1)
  expect(await rows(page).textContent()).toContain(emailOf('user'))
  await rows(page).getByText('Completed').waitFor()
  await rows(page)
    .getByRole('button', { name: /^Show details of audit/ })
    .click()
  await page.waitForURL(/audit=\d+/)
  await drawer(page).getByText(`How does it stand? script:${id}`).waitFor()
  await drawer(page).getByText('The heron stands on one leg.').waitFor()
  await drawer(page)
    .getByText(/^[0-9a-f]{64}$/)
    .waitFor()
  await drawer(page).getByText('Good', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('audit')).toBe(false)

  expect(await page.getByRole('list', { name: 'Feedback by agent' }).textContent()).toMatch(/Good1Bad0$/)
  await page.getByRole('group', { name: 'Feedback' }).getByRole('button', { name: 'Bad' }).click()
  await page.waitForURL(/feedback=bad/)
  await page.getByText('No items found').waitFor()
})

test('filters, page and open drawer are the same for another admin who opens the link', async () => {
  const secondPage = `/v1/audits?user_id=${user}&created_at_ge=${yesterday}&page=2`
  const [first] = (await apiResult<Paged<Audit>>('admin', secondPage, { app })).data
  const page = await shown(await openAudits(`?start=${yesterday}`))
  await page.getByRole('searchbox', { name: 'Search by user ID' }).fill(String(user))
  await page.waitForURL(new RegExp(`user=${user}`))
  await page.getByRole('link', { name: 'Next' }).click()
  await page.waitForURL(/page=2/)
  await page.getByRole('button', { name: `Show details of audit ${first!.id}` }).click()
  await drawer(page).getByText('Conversation ID').waitFor()
  const view = async (of: Page) => {
    await shown(of)
    await drawer(of).getByText('Conversation ID').waitFor()
    const start = await of.getByRole('button', { name: /^Start date/, includeHidden: true }).textContent()
    return { start, rows: await rows(of).allTextContents(), drawer: await drawer(of).textContent() }
  }
  const before = await view(page)
  expect(before.start).toContain(yesterday)
  expect(before.rows.every((row) => row.includes(emailOf('user')))).toBe(true)

  const other = await member({ who: 'admin', path: page.url().slice(inject('scriptedAppUrl').length) })
  expect(await view(other)).toEqual(before)
  await reload(other)
  expect(await view(other)).toEqual(before)
  expect(await other.getByRole('searchbox', { name: 'Search by user ID', includeHidden: true }).inputValue()).toBe(
    String(user),
  )
})

test("times are told in the organisation's time zone, and a row is found under its day, wherever the reader sits", async () => {
  const page = await shown(await openAudits(`?user=${user}`, { timezoneId: 'America/Los_Angeles' }))
  await page.getByText('Days and times in Asia/Tokyo').waitFor()
  const first = (of: Page) => rows(of).first().locator('time').filter({ visible: true })
  const at = (await first(page).getAttribute('datetime'))!
  const told = new Date(Date.parse(at) + 9 * 60 * 60 * 1000).toISOString()
  expect(await first(page).textContent()).toBe(told.slice(0, 19).replace('T', ' '))

  const day = told.slice(0, 10)
  await page.goto(`/admin/audits?user=${user}&start=${day}&end=${day}`)
  await shown(page)
  expect(await first(page).textContent()).toContain(day)
})

test('a malformed link falls back to the first page, without an error page', async () => {
  const page = await shown(await openAudits('?page=x&user=hanako&start=2026-02-30&end=%7B%7D&audit=-1&tab=others'))
  await page.getByRole('heading', { name: 'Audits' }).waitFor()
  expect(await rows(page).count()).toBe(20)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a link whose days are the wrong way round says so, and is mended by its pickers', async () => {
  const page = await openAudits(`?start=${today}&end=2026-01-01`)
  await page.getByText('The start date should be before the end date').waitFor()
  await page.getByRole('button', { name: /^End date/ }).click()
  await page.getByRole('button', { name: 'Clear' }).click()
  await shown(page)
})

test('a search for what is no number says so, and lists as before', async () => {
  const page = await shown(await openAudits())
  await page.getByRole('searchbox', { name: 'Search by user ID' }).fill('hanako')
  await page.getByRole('alert').filter({ hasText: 'A user ID is a number.' }).waitFor()
  expect(await rows(page).count()).toBe(20)
})

test('what the filters find is saved as CSV, and the export appears among the admin actions', async () => {
  const page = await shown(await openAudits(`?user=${user}`))
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export filtered' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^audits_\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFID,User ID,User,/)
  expect(lines.filter((line) => line.includes(',blocked,blocked_keyword,')).length).toBeGreaterThanOrEqual(25)
  await page.getByRole('button', { name: 'Admin actions' }).click()
  await page.waitForURL(/tab=actions/)
  await rows(page).filter({ hasText: 'Exported audits' }).first().waitFor()
})

const verification = (page: Page) => page.getByRole('dialog', { name: /^(Verify audits|監査ログの検証)$/ })

test('verifying says that all is as it was recorded, and is itself recorded', async () => {
  const page = await shown(await openAudits())
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await verification(page)
    .getByText(/^All [\d,]+ entries are as they were recorded\.$/)
    .waitFor()
  await verification(page)
    .getByText(/^[0-9a-f]{64}$/)
    .waitFor()
  await verification(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Admin actions' }).click()
  await rows(page).getByText('Verified the audits').first().waitFor()
})

/** What a verification says from now on. */
const verificationSays = (page: Page, events: VerificationEvent[]) =>
  page.route(/_serverFn/, (route) =>
    route.request().postData()?.includes('organizationId')
      ? route.fulfill({
          headers: { 'content-type': 'text/event-stream' },
          body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
        })
      : route.fallback(),
  )

test('a verification says how far it is, what it finds, and when it breaks off', async () => {
  const page = await shown(await openAudits())
  await verificationSays(page, [
    { type: 'progress', rows: 500, total: 12_000 },
    { type: 'problem', code: 'row_altered', seq: 1234 },
  ])
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  const broken = verification(page).getByText('The verification broke off before its end.')
  await broken.waitFor()
  await verification(page).getByText('Entry 1,234 or the one before it was changed.').waitFor()
  await verificationSays(page, [
    { type: 'problem', code: 'text_missing', seq: 7 },
    { type: 'end', rows: 12_000, head: 'ab'.repeat(32), problems: 1, erased: 0 },
  ])
  await verification(page).getByRole('button', { name: 'Verify again' }).click()
  await verification(page).getByText('Problems found: 1').waitFor()
  await verification(page).getByText('The text of entry 7 is missing.').waitFor()
  expect(await broken.count()).toBe(0)
})

test('a verification tells which texts were erased, the last five times, and how many in all', async () => {
  const page = await shown(await openAudits())
  await verificationSays(page, [
    ...[15, 16, 17, 18, 19, 20].map((day, index) => ({
      type: 'erasure' as const,
      seq: 100 + day,
      created_at: `2026-11-${day}T01:00:00.000Z`,
      texts: index === 5 ? 1 : 4890,
      before: `2026-08-${day}T15:00:00.000Z`,
    })),
    { type: 'end', rows: 12_000, head: 'ab'.repeat(32), problems: 0, erased: 24_451 },
  ])
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await verification(page).getByText('Erased texts: 24,451').waitFor()
  expect(await verification(page).getByRole('listitem').allTextContents()).toEqual([
    '1 text from before 2026-08-21 was erased on 2026-11-20, as the retention period says.',
    ...[19, 18, 17, 16].map(
      (day) =>
        `4,890 texts from before 2026-08-${day + 1} were erased on 2026-11-${day}, as the retention period says.`,
    ),
  ])
  await verification(page).getByText('The last 5 erasures are listed.').waitFor()
})

test('the screen speaks Japanese', async () => {
  const page = await openAudits(`?user=${user}`, { language: 'ja' })
  await page.getByRole('heading', { name: '監査ログ' }).waitFor()
  await rows(page).getByText('ブロック').first().waitFor()
  await page
    .getByRole('button', { name: /^監査ログ \d+ の詳細を表示$/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('応答時間(秒)').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '検証', exact: true }).click()
  await verification(page)
    .getByText(/^[\d,]+件の記録はすべて記録時のままです。$/)
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '管理操作' }).click()
  await rows(page).getByText('キーワードをブロックしました').first().waitFor()
})

test('on a phone each row tells pipeline and time, and its details cover the page', async () => {
  const page = await shown(await openAudits('', { viewport: { width: 390, height: 844 }, isMobile: true }))
  await rows(page).first().locator('time').filter({ visible: true }).waitFor()
  await page
    .getByRole('button', { name: /^Show details of audit/ })
    .first()
    .click()
  await drawer(page).getByText('Conversation ID').waitFor()
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(390)
})

test('who is no admin gets to the chat, and nothing of the audits', async () => {
  const page = await member({ who: 'user', path: '/admin/audits' })
  await page.waitForURL(/\/chat/)
  expect(await page.content()).not.toContain('blocked_keyword')
  for (const path of ['/v1/audits', '/v1/audits/1', '/v1/actions', '/web/v1/audits/csv', '/web/v1/actions/csv']) {
    expect((await callApi('user', path, { app })).status).toBe(403)
  }
})
