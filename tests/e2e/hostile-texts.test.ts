import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { hostileTexts } from '../hostile-texts.ts'
import { alive, apiResult, callApi, member, script, startSecondApp } from './harness/index.ts'
import { talk } from './harness/talk.ts'

const { url: app } = await startSecondApp()

/** Every text is a question, an answer and a conversation's title, a file's name and its cells, a keyword, a rule, and part of a site's address. */
beforeAll(async () => {
  const files = new FormData()
  for (const text of hostileTexts)
    files.append('files', new File([`a,b\n"${text.replaceAll('"', '""')}",b\n`], `${text.slice(0, 190)}.csv`))
  await apiResult('admin', '/v1/files/upload', { app, body: files })
  for (const [index, text] of hostileTexts.entries()) {
    await script(`hostile-${index}`, [
      { say: `${text}\n\n| a |\n|---|\n| ${text.replaceAll('|', ' ')} |\n\n# ${text}` },
    ])
    await talk(`${text} script:hostile-${index}`, app)
    await callApi('admin', '/v1/blocked-keywords', { app, body: { keyword: text } })
    const site = { url: `https://a.invalid/${encodeURIComponent(text)}?${text}`, max_pages: 1 }
    await callApi('admin', '/v1/webpages', { app, body: site })
  }
  const { data } = await apiResult<{ data: { id: number }[] }>('admin', '/web/v1/conversations', { app })
  expect(data.length).toBe(hostileTexts.length)
  for (const [index, { id }] of data.entries()) {
    const body = { title: hostileTexts[index]! }
    await apiResult('admin', `/v1/conversations/${id}`, { app, method: 'PUT', body })
  }
})

/** What a page did that texts must not make it do. */
function watched(page: Page): string[] {
  const done: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) done.push(message.text())
  })
  page.on('pageerror', (error) => done.push(error.message))
  page.on('dialog', (dialog) => void (done.push(dialog.message()), dialog.dismiss()))
  page.on('request', (request) => void (/hostile\.example/.test(request.url()) && done.push(request.url())))
  return done
}

/** Every text ends in this word. */
const drawn = /end/
const screens: [address: string, shows: RegExp][] = [
  ['/chat', /./],
  ['/chat/1', drawn],
  ['/chat/5', drawn],
  ['/chat/8', drawn],
  ['/files', drawn],
  ['/files?name=script', drawn],
  ['/files?preview=1', drawn],
  ['/admin/users', /user@example\.com/],
  ['/admin/audits', /admin@example\.com/],
  ['/admin/audits?audit=1', drawn],
  ['/admin/audits?tab=actions', /admin@example\.com/],
  ['/admin/rules', drawn],
  ['/admin/webpages', /a\.invalid/],
  ['/admin/agents', /./],
]

test.each([
  { language: 'en', viewport: { width: 1280, height: 800 } },
  { language: 'ja', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const)('texts of others do nothing on any screen, in $language', async ({ language, ...options }) => {
  const page = await member({ app, who: 'admin', language, ...options })
  const done = watched(page)
  for (const [screen, shows] of screens) {
    await page.goto(screen)
    await alive(page)
    await expect.poll(() => page.locator('body').innerText()).toMatch(shows)
    const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (width > 0) done.push(`${screen} is ${width} pixels too wide`)
    if (await page.evaluate(() => 'ran' in window)) done.push(`${screen} ran a script`)
    if (!(await page.locator('main').first().isVisible())) done.push(`${screen} has no main part`)
  }
  expect(done).toEqual([])
})
