import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SitePages, startSitesServer } from '../sites-server.ts'
import { answer, answered, member, type PageOptions, reload, startSecondApp } from './harness/index.ts'

const sites = await startSitesServer()
afterAll(sites.close)
const host = `127.0.0.1:${sites.port}`
/** The built-in answerer, and one host of this machine that the crawler may reach. */
const { url: app } = await startSecondApp({ variables: { CRAWL_ALLOWED_HOSTS: host } })

const long = 'It is written here at some length, so that it can be told from a menu. '.repeat(5)
const pageOf = (title: string, text: string, links = '') =>
  `<!doctype html><html><head><title>${title}</title></head><body><article><h1>${title}</h1><p>${text} ${long}</p></article>${links}</body></html>`

beforeAll(async () => {
  const pages: SitePages = {
    '/': {
      body: pageOf('Handbook', 'Welcome.', '<nav><a href="/lighthouse">Lighthouse</a> <a href="/休暇">休暇</a></nav>'),
    },
    '/lighthouse': { body: pageOf('The lighthouse', 'The lighthouse keeper climbs 214 steps every evening.') },
    '/%E4%BC%91%E6%9A%87': { body: pageOf('休暇の手引き', '有給休暇は年に二十日あります。') },
  }
  await fetch(`${sites.url}/_/sites/${host}`, { method: 'PUT', body: JSON.stringify(pages) })
})

async function openWebpages(address = '/admin/webpages', options: PageOptions = {}): Promise<Page> {
  const page = await member({ ...options, who: 'admin', path: address, app })
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** A crawl rests for a second between two pages. */
const crawling = 60_000

test(
  'an admin adds a site, its pages appear by themselves, and an answer cites one of them in a new tab',
  async () => {
    const page = await openWebpages()
    await page.getByText('No sites yet').waitFor()
    await page.getByRole('button', { name: 'Add site' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Address').fill(sites.url)
    await dialog.getByLabel('Maximum number of pages').fill('20')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    const site = page.getByRole('region', { name: 'Sites' }).getByRole('listitem')
    await site.getByText('3 pages', { exact: true }).waitFor({ timeout: crawling })
    const row = page.getByRole('row').filter({ hasText: 'The lighthouse' })
    await row.getByText('Processed').waitFor({ timeout: crawling })
    expect(await row.getByRole('link').getAttribute('href')).toBe(`${sites.url}/lighthouse`)
    await page.getByText('Showing 1-3 of 3 pages').waitFor()

    const reader = await member({ app })
    await answered(reader, 'How many steps does the lighthouse keeper climb?')
    const citation = answer(reader)
      .getByRole('link', { name: /The lighthouse/ })
      .first()
    expect(await citation.getAttribute('href')).toBe(`${sites.url}/lighthouse`)
    const [opened] = await Promise.all([reader.context().waitForEvent('page'), citation.click()])
    await opened.getByText('214 steps').waitFor()

    await reader.goto('/files')
    await reader
      .getByText(/No items found|^Showing /)
      .first()
      .waitFor()
    expect(await reader.getByRole('table').getByText('The lighthouse').count()).toBe(0)
  },
  2 * crawling,
)

test('a search is a link that shows the same, and a malformed one falls back', async () => {
  const page = await openWebpages()
  await page.getByLabel('Search pages').fill('休暇')
  await page.getByText('Showing 1-1 of 1 pages').waitFor()
  const address = new URL(page.url())
  const again = await openWebpages(address.pathname + address.search)
  await again.getByText('Showing 1-1 of 1 pages').waitFor()
  expect(await again.getByLabel('Search pages').inputValue()).toBe('休暇')
  const malformed = await openWebpages('/admin/webpages?page=-1&name[]=x')
  await malformed.getByText('Showing 1-3 of 3 pages').waitFor()
})

test('an address that is there, or none, is not added; the screen speaks Japanese', async () => {
  const page = await openWebpages('/admin/webpages', { language: 'ja' })
  await page.getByRole('button', { name: 'サイトを追加' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: '追加', exact: true })
  expect(await submit.isDisabled()).toBe(true)
  await dialog.getByLabel('アドレス').fill('example')
  await dialog.getByLabel('アドレス').blur()
  await dialog.getByText('完全なアドレス').waitFor()
  await dialog.getByLabel('アドレス').fill(`${sites.url}/#top`)
  await submit.click()
  await dialog.getByText('このサイトはすでに登録されています').waitFor()
})

test('a site that cannot be reached says why, and is removed with its pages once that is confirmed', async () => {
  const page = await openWebpages()
  await page.getByRole('button', { name: 'Add site' }).click()
  await page.getByRole('dialog').getByLabel('Address').fill('http://10.0.0.1/')
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('It is not on the public internet').waitFor({ timeout: 20_000 })

  for (const url of ['http://10.0.0.1/', `${sites.url}/`]) {
    await page.getByRole('button', { name: `Remove ${url}` }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('button', { name: `Remove ${url}` }).waitFor({ state: 'detached' })
  }
  await expect
    .poll(
      async () => {
        await reload(page)
        return page.getByText('No sites yet').isVisible()
      },
      { timeout: 20_000 },
    )
    .toBe(true)
})

test('who is no admin does not get there', async () => {
  const page = await member({ who: 'user', path: '/admin/webpages', app })
  await page.waitForURL(/\/chat/)
  expect(await page.content()).not.toContain('Add site')
})
