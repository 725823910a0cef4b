import type { Page, Route } from 'playwright'
import { expect, inject, test } from 'vitest'
import { alive, composer, member, serverFunctions } from './harness/index.ts'

const parts = '**/assets/**'

/** Has what `gone` names be of another version, as after a deployment, until the page is asked for anew. */
async function replace(page: Page, gone: { [pattern: string]: { status: number; methods: string[] } }) {
  let isReplaced = true
  for (const [pattern, { status, methods }] of Object.entries(gone))
    await page.route(pattern, (route) =>
      isReplaced && methods.includes(route.request().method()) ? route.fulfill({ status }) : route.continue(),
    )
  const reloaded = page.waitForEvent('request', (request) => request.isNavigationRequest())
  void reloaded.then(() => (isReplaced = false)).catch(() => {})
  return { reloaded }
}

const filesLink = (page: Page) => page.getByRole('link', { name: 'Files & Sources' })
const filesHeading = (page: Page) => page.getByRole('heading', { name: 'Files & Sources' })

test('a tab of a version that was replaced reloads once when it needs a part, with its draft kept', async () => {
  const page = await member()
  await composer(page).fill('half a thought')
  const { reloaded } = await replace(page, { [parts]: { status: 404, methods: ['GET', 'HEAD'] } })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await reloaded
  await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
  let navigations = 0
  page.on('request', (request) => void (request.isNavigationRequest() && navigations++))
  await filesLink(page).click()
  await filesHeading(page).waitFor()
  expect(navigations).toBe(0)
})

test('a tab of the same version whose network is down does not reload, and shows the page once the network is back', async () => {
  const page = await member()
  let navigations = 0
  page.on('request', (request) => void (request.isNavigationRequest() && navigations++))
  await page.route(parts, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
  await filesLink(page).click()
  await failed
  await page.unroute(parts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await filesHeading(page).waitFor()
  expect(navigations).toBe(0)
})

test('a call of a function that only another version has is told from one that fails, and reloads a tab of that version', async () => {
  const headers = { 'x-tsr-serverfn': 'true', 'sec-fetch-site': 'same-origin' }
  const gone = await fetch(`${inject('scriptedAppUrl')}/_serverFn/of-another-version`, { method: 'POST', headers })
  expect(gone.status).toBe(410)

  const page = await member()
  await composer(page).fill('half a thought')
  const { reloaded } = await replace(page, {
    [parts]: { status: 404, methods: ['HEAD'] },
    [serverFunctions]: { status: 410, methods: ['GET', 'POST'] },
  })
  await filesLink(page).click()
  await reloaded
  await filesHeading(page).waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await expect.poll(() => composer(page).inputValue()).toBe('half a thought')
})

test('static files are kept for ever by whoever has them, and one of another version is not there', async () => {
  const page = await (await fetch(`${inject('appUrl')}/chat`)).text()
  const [address] = /\/assets\/[^"]+\.js/.exec(page)!
  const kept = await fetch(inject('appUrl') + address)
  expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const gone = await fetch(`${inject('appUrl')}/assets/gone-12345678.js`, { redirect: 'manual' })
  expect([gone.status, gone.headers.get('cache-control'), await gone.text()]).toEqual([404, 'no-store', ''])
})

test('a page names its styles and code in its headers, so that they can be hinted at before it is made', async () => {
  const { headers } = await fetch(`${inject('appUrl')}/chat`)
  expect(headers.get('link')).toMatch(
    /<\/assets\/[^>]+\.js>; rel=modulepreload.*<\/assets\/[^>]+\.css>; rel=preload; as=style/,
  )
})

test('a page whose code does not come, or whose HTML breaks off before it, is loaded again and comes to life', async () => {
  const page = await member()
  await page.route(parts, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.reload({ waitUntil: 'commit' })
  await failed
  await page.unroute(parts)
  await alive(page)

  const half = async (route: Route) => {
    const response = await route.fetch()
    const html = await response.text()
    await route.fulfill({ response, body: html.slice(0, html.indexOf('</head>') + 500) })
  }
  await page.route('**/chat', half, { times: 1 })
  await page.reload()
  await alive(page)
})
