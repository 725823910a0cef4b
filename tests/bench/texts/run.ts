import type { Browser, Page } from 'playwright'
import en from '../../../messages/en.json' with { type: 'json' }
import { demoUsers } from '../../../scripts/local/demo.ts'
import { startModelsServer } from '../../models-server.ts'
import { launchChromium, pageOptions, signIn, startLocalProduct } from '../local-product.ts'
import { longestTask } from './longest-task.ts'
import { plain, shapes } from './shapes.ts'

/** Milliseconds of the processor for which nobody should wait for the page. */
const goal = 200
/** Characters of a token of the model, and milliseconds after which the next comes. */
const token = { length: 512, pause: 20 }
/** Milliseconds in which nothing happens on a page that is idle. */
const quiet = 1500

/**
 * `npm run bench:texts [-- 'part of a name' …]`: the longest task of the browser's main thread, in milliseconds of the
 * processor, while an answer of 64 KB is streamed, while it is opened by its address, while it is opened from the list, and while
 * it is left for a new conversation, for shapes of text that are costly to draw, or those of them that are named.
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const models = await startModelsServer()
  cleanup.defer(models.close)
  const variables = { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'scripted' }
  Object.assign(process.env, variables, { QUESTIONS_PER_MINUTE: '1000' })
  const { appUrl, demoPassword } = await startLocalProduct(cleanup)
  const browser = await launchChromium(cleanup)
  const page = await (await browser.newContext(pageOptions(appUrl))).newPage()
  await page.addInitScript(watch)
  await page.goto('/')
  await signIn(page, demoUsers[0]!.email, demoPassword)

  const wanted = process.argv.slice(2)
  const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))
  const chosen = Object.entries(shapes).filter(([name]) => isWanted(name))
  const base = await measured(browser, page, models.url, 'plain', plain)
  const rows: Record<string, Measured> = { 'plain text': base }
  for (const [index, [name, text]] of chosen.entries())
    rows[name] = await measured(browser, page, models.url, `shape-${index}`, text)
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [
        name,
        { ...row, 'to plain text': (worst(row) / worst(base)).toFixed(1) },
      ]),
    ),
  )
  const above = Object.entries(rows).filter(([, row]) => worst(row) > goal)
  console.log(`${above.length} of ${Object.keys(rows).length} shapes have a task above ${goal} ms`)
}

/** The longest task of each way, in milliseconds of the processor, and of all by the clock. */
interface Measured {
  streamed: number
  'by address': number
  'from the list': number
  left: number
  'by the clock': number
}

const worst = (row: Measured) => Math.max(row.streamed, row['by address'], row['from the list'], row.left)

async function measured(browser: Browser, page: Page, modelsUrl: string, id: string, text: string): Promise<Measured> {
  const take = Array.from({ length: Math.ceil(text.length / token.length) }, (_, index) => [
    { say: text.slice(index * token.length, (index + 1) * token.length) },
    { pause: token.pause },
  ]).flat()
  await fetch(`${modelsUrl}/scripts/${id}`, { method: 'PUT', body: JSON.stringify([take]) })
  await page.goto('/chat')
  await idle(page)
  const ask = async () => {
    await page.getByLabel(en.composer_label, { exact: true }).fill(`script:${id}`)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/chat\/\d+$/)
    await shown(page, '[role=log][aria-busy=false]')
    await idle(page)
  }
  const streamed = await longestTask(browser, ask)

  const { pathname } = new URL(page.url())
  // Else the page that is left would count as well: its end takes as long as it is large.
  await page.goto('about:blank')
  const byAddress = await longestTask(browser, async () => {
    await page.goto(pathname)
    await idle(page)
  })

  await page.goto('/chat')
  await idle(page)
  const fromList = await longestTask(browser, async () => {
    await click(page, `a[href="${pathname}"]`)
    await shown(page, '[role=log][aria-busy=false]')
    await idle(page)
  })

  const left = await longestTask(browser, async () => {
    await click(page, 'a[href="/chat"]')
    await page.waitForURL(/\/chat$/)
    await idle(page)
  })
  return {
    streamed: streamed.cpu,
    'by address': byAddress.cpu,
    'from the list': fromList.cpu,
    left: left.cpu,
    'by the clock': Math.max(streamed.wall, byAddress.wall, fromList.wall, left.wall),
  }
}

/*
 * Playwright's locators go through all elements of a page, which takes longer than what is measured where there are 100,000. The
 * browser's own selectors do not.
 */

const shown = (page: Page, selector: string) =>
  page.waitForFunction((selector) => document.querySelector(selector), selector, { timeout: 120_000 })

async function click(page: Page, selector: string) {
  const element = await shown(page, selector)
  const { x, y, width, height } = await element.evaluate((element) => element!.getBoundingClientRect())
  await page.mouse.click(x + width / 2, y + height / 2)
}

/** Waits until nothing has happened on the page for a while. */
const idle = (page: Page) =>
  page.waitForFunction(
    (quiet) => {
      const { last } = window as unknown as { last: number }
      return document.readyState === 'complete' && performance.now() - last > quiet
    },
    quiet,
    { timeout: 120_000 },
  )

/** In the page: notes when something ended last. */
function watch() {
  const page = window as unknown as { last: number }
  page.last = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) page.last = Math.max(page.last, startTime + duration)
  }).observe({ entryTypes: ['longtask', 'resource', 'navigation'] })
}

await main()
