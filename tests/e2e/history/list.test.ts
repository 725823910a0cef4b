import type { Response } from 'playwright'
import { describe, expect, test } from 'vitest'
import {
  answerTo,
  ask,
  hungUp,
  member,
  newPage,
  type PageOptions,
  release,
  script,
  signIn,
  startSecondApp,
} from '../harness/index.ts'
import { act, focused, group, link, row } from '../harness/sidebar.ts'
import { talk } from '../harness/talk.ts'

const { url: app } = await startSecondApp({ seed: 'tests/e2e/harness/seed-aged-conversations.ts' })

const admin = (options?: PageOptions) => member({ ...options, who: 'admin', app })

describe('the list', () => {
  test('has the six groups in their order, and the link that clears all on the first', async () => {
    const page = await admin()
    const isChange = (response: Response) => response.request().postData()?.includes('favorite') ?? false
    await answerTo(page, isChange, () => act(page, 'Aged -40 days', 'Favorite'))
    await group(page, 'Favorites').getByRole('link', { name: 'Aged -40 days' }).waitFor()
    await page.reload({ waitUntil: 'networkidle' })
    await group(page, 'Favorites').waitFor()
    const names = ['Favorites', 'Today', 'Yesterday', 'Last week', 'Last month']
    expect(await page.getByRole('navigation').getByRole('heading', { level: 2 }).allTextContents()).toEqual(names)
    for (const name of names) expect(await group(page, name).getByRole('listitem').count(), name).toBe(1)
    expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(1)
    await group(page, 'Favorites').getByRole('button', { name: 'Clear all' }).waitFor()
    // Awaited, since a page that closes first would take the call with it.
    await answerTo(page, isChange, () => act(page, 'Aged -40 days', 'Favorite'))
    await group(page, 'Others').getByRole('link', { name: 'Aged -40 days' }).waitFor()
    await group(page, 'Today').getByRole('button', { name: 'Clear all' }).waitFor()
  })

  test('speaks Japanese', async () => {
    const page = await admin({ language: 'ja' })
    await page.getByRole('heading', { level: 2, name: '昨日' }).waitFor()
    const names = await page.getByRole('navigation').getByRole('heading', { level: 2 }).allTextContents()
    expect(names).toEqual(['今日', '昨日', '過去7日間', '過去30日間', 'それ以前'])
  })

  test('learns when another conversation is opened, and every hour, what was said elsewhere', async () => {
    const page = await newPage({ app })
    await page.clock.install()
    await signIn(page, 'admin')
    await link(page, 'Aged 0 days').waitFor()
    await talk('said while nothing was opened', app)
    expect(await link(page, 'said while nothing was opened').count()).toBe(0)
    await link(page, 'Aged -1 days').click()
    await link(page, 'said while nothing was opened').waitFor()
    await talk('said within the hour', app)
    await page.clock.fastForward('59:00')
    expect(await link(page, 'said within the hour').count()).toBe(0)
    await page.clock.fastForward('02:00')
    await link(page, 'said within the hour').waitFor()
  })
})

test('arrows, Home and End lead through the rows of all groups, and the Tab key leads out', async () => {
  const page = await admin()
  const links = page.getByRole('navigation').locator('[data-conversation] a')
  await links.first().waitFor()
  const titles = await links.allTextContents()
  await links.first().focus()
  for (const title of titles.slice(1)) {
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(title)
  }
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(titles.at(-1))
  await page.keyboard.press('Home')
  expect(await focused(page)).toBe(titles[0])
  await page.keyboard.press('End')
  expect(await focused(page)).toBe(titles.at(-1))
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(titles.at(-2))
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-conversation]') === null)).toBe(true)
})

test('a conversation shows that its answer is being written, and that it ended while the reader was elsewhere', async () => {
  await script('elsewhere', [{ say: 'Wait' }, { hold: true }, { say: ' and see.' }])
  const page = await admin()
  await ask(page, 'script:elsewhere')
  await page.getByText('Wait').waitFor()
  await row(page, 'script:elsewhere An answer is being written')
    .or(row(page, 'script:elsewhereAn answer is being written'))
    .waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await release('elsewhere')
  const unread = page.getByRole('navigation').getByRole('link', { name: /script:elsewhere\s*New answer/ })
  await unread.waitFor()
  await unread.click()
  await page.getByText('Wait and see.').waitFor()
  await link(page, 'script:elsewhere').waitFor()
})

test('clearing all asks first, ends a running answer, and leaves a new conversation', async () => {
  await script('cleared', [{ say: 'Not to be' }, { hold: true }, { say: ' ended.' }])
  const page = await admin()
  await ask(page, 'script:cleared')
  await page.getByText('Not to be').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await link(page, 'Aged -1 days').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/chat$/)
  await page.getByText('No conversations yet').waitFor()
  await hungUp('cleared')
  await page.reload()
  await page.getByText('No conversations yet').waitFor()
})
