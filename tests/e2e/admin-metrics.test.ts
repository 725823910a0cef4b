import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { startSecondApp } from './harness/second-app.ts'
import { alive, member, type PageOptions } from './harness/index.ts'

const app = await startSecondApp()

async function openMetrics(address = '/admin/metrics', options?: PageOptions): Promise<Page> {
  const page = await member({ ...options, who: 'admin', path: address, app: app.url })
  await page.getByRole('table').waitFor()
  return page
}

async function ask(page: Page, text: string) {
  const question = page.getByRole('textbox')
  await question.fill(text)
  await question.press('Enter')
}

async function setQuota(page: Page, quota: string) {
  await page.getByRole('button', { name: 'Set quota' }).click()
  await page.getByRole('dialog').getByLabel('Quota').fill(quota)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const rowOf = (page: Page, metric: string, dimension: string) =>
  page
    .getByRole('row')
    .filter({ hasText: metric })
    .filter({ has: page.getByRole('cell', { name: dimension, exact: true }) })

const cellsOf = async (page: Page, metric: string, dimension: string) =>
  rowOf(page, metric, dimension).first().getByRole('cell').allInnerTexts()

test('a question that was answered is in the table and the chart, beside the quota that is set for it', async () => {
  const asking = await member({ who: 'user', app: app.url })
  await ask(asking, 'How many steps does the lighthouse have?')
  await asking.waitForURL(/\/chat\/\d+$/)
  await asking.getByText('A short answer.').waitFor()

  const page = await openMetrics()
  await rowOf(page, 'Questions', 'Month').waitFor()
  const [, , month, value, quota] = await cellsOf(page, 'Questions', 'Month')
  expect(month).toMatch(/^\d{4}-\d\d$/)
  expect({ value, quota }).toEqual({ value: '1', quota: '–' })

  await setQuota(page, '４,000')
  await page.getByText('Quota saved').waitFor()
  await rowOf(page, 'Questions', 'Month').getByRole('cell', { name: '4,000', exact: true }).waitFor()
  await page
    .getByRole('region', { name: /^Questions/ })
    .getByText('of 4,000')
    .waitFor()
  expect(await page.getByRole('meter').getAttribute('aria-valuetext')).toBe('0%')

  const slider = page.getByRole('slider', { name: 'Day of the chart' })
  await slider.focus()
  await slider.press('End')
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^\d{4}-\d\d-\d\d: 1, 1 so far$/)

  // The pointer shows the same day.
  await slider.blur()
  const { x, y, width, height } = (await slider.boundingBox())!
  const days = Number(await slider.getAttribute('aria-valuemax'))
  const slots = new Date(Number(month!.slice(0, 4)), Number(month!.slice(5)), 0).getDate()
  await page.mouse.move(x + 1, y - 20)
  await page.mouse.move(x + ((days - 0.5) / slots) * width, y + height / 2)
  await page.getByText(/^\d{4}-\d\d-\d\d: 1, 1 so far$/).waitFor()
})

test('a quota of the year is seen whatever month is shown, beside what the year came to, and can be removed', async () => {
  const page = await openMetrics('/admin/metrics?month=2026-01')
  await page.getByRole('button', { name: 'Set quota' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Year' }).click()
  await page.getByRole('dialog').getByLabel('Quota').fill('90000')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const chip = page.getByRole('list', { name: 'Quotas' }).getByRole('button', { name: 'Questions / Year 90,000' })
  await chip.waitFor()

  await page.goto('/admin/metrics')
  await alive(page)
  await rowOf(page, 'Questions', 'Year').getByRole('cell', { name: '90,000', exact: true }).waitFor()
  await chip.click()
  await page.getByRole('dialog').getByLabel('Quota').fill('')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Quota removed').waitFor()
  await chip.waitFor({ state: 'detached' })
})

test('a used-up quota refuses the question, says when it renews, and loses nothing of it', async () => {
  const page = await openMetrics()
  await setQuota(page, '1')
  for (const [language, message] of [
    ['en', /^The quota is used up\. It renews on .+ 12:00 AM\.$/],
    ['ja', /^利用枠の上限に達しました。.+ 0:00に更新されます。$/],
  ] as const) {
    const asking = await member({ who: 'user', app: app.url, language })
    await ask(asking, 'One question too many')
    await asking.getByText(message).waitFor()
    expect(await asking.getByRole('textbox').inputValue()).toBe('One question too many')
  }
  await setQuota(page, '')
  await page.getByText('Quota removed').waitFor()
})

test('search, month and metric of the chart are in the address, which opens the same view', async () => {
  const page = await openMetrics()
  await page.getByRole('searchbox').fill('tokens')
  await page.waitForURL(/name=tokens/)
  await page.getByRole('combobox', { name: 'Metric of the chart' }).click()
  await page.getByRole('option', { name: 'Stored bytes' }).click()
  await page.waitForURL(/chart=stored_bytes/)
  const { pathname, search } = new URL(page.url())

  const other = await openMetrics(pathname + search)
  await other.getByRole('region', { name: /^Stored bytes/ }).waitFor()
  await rowOf(other, 'Input tokens', 'Month').waitFor()
  expect(await rowOf(other, 'Questions', 'Month').count()).toBe(0)

  await other.goto('/admin/metrics?month=2020-02')
  await other.getByText('No items found').waitFor()
  await other.goto('/admin/metrics?month=2020-13&chart=nothing&page=-2&name=%7B%7D')
  await rowOf(other, 'Questions', 'Month').waitFor()
})

test('in Japanese metrics are named and found in Japanese, and buckets are written so', async () => {
  const page = await openMetrics('/admin/metrics', { language: 'ja' })
  await page.getByRole('heading', { name: '利用状況' }).waitFor()
  await page.getByRole('searchbox').fill('質問')
  await page.waitForURL(/name=/)
  await rowOf(page, '入力トークン数', '月').waitFor({ state: 'detached' })
  const [name, , bucket] = await cellsOf(page, '質問数', '月')
  expect(name).toBe('質問数')
  expect(bucket).toMatch(/^\d{4}年\d{1,2}月$/)
})
