import type { Page } from 'playwright'
import en from '../../../messages/en.json' with { type: 'json' }
import { demoUsers } from '../../../scripts/local/demo.ts'
import { startModelsServer, type Take } from '../../models-server.ts'
import { launchChromium, pageOptions, signIn, startLocalProduct } from '../local-product.ts'

const streams = 3
const rounds = 15
const words = 'It goes on '
const goal = 1.5
/** Milliseconds in which nothing happens on a page that is idle. */
const quiet = 1000

/**
 * `npm run bench:opening`: how long a browser takes from opening `/chat` until it is idle, of a member of whom three answers stream a
 * word each second, beside a member with as many that have ended. Nobody touches the page; its files are in the cache.
 */
async function main() {
  await using cleanup = new AsyncDisposableStack()
  const models = await startModelsServer()
  cleanup.defer(models.close)
  Object.assign(process.env, { OPENAI_BASE_URL: models.url, OPENAI_API_KEY: 'key', OPENAI_MODELS: 'scripted' })
  const { appUrl, demoPassword } = await startLocalProduct(cleanup)
  const browser = await launchChromium(cleanup)
  const [still, streaming] = await Promise.all(
    demoUsers.map(async ({ email }) => {
      const page = await (await browser.newContext(pageOptions(appUrl))).newPage()
      await page.addInitScript(watch)
      await page.goto('/')
      await signIn(page, email, demoPassword)
      return { page, times: [] as number[] }
    }),
  )
  for (let stream = 0; stream < streams; stream++) {
    await ask(still!.page, models.url, `short-${stream}`, [{ say: words }])
    await ask(streaming!.page, models.url, `long-${stream}`, [{ say: words }, { hold: true, saying: 'and on ' }])
  }

  // One after the other, so that whatever else the machine does meets both.
  for (let round = 0; round < rounds; round++)
    for (const { page, times } of [still!, streaming!]) times.push(await timeToIdle(page))
  for (let stream = 0; stream < streams; stream++)
    await fetch(`${models.url}/scripts/long-${stream}/release`, { method: 'POST' })

  const [none, three] = [still!, streaming!].map(({ times }) => median(times)) as [number, number]
  console.table({ '/chat to idle': { 'none streams, ms': none.toFixed(0), 'three stream, ms': three.toFixed(0) } })
  const ratio = three / none
  console.log(
    `idle while three answers stream after ${ratio.toFixed(2)}× (goal ${goal}): ${ratio <= goal ? 'reached' : 'missed'}`,
  )
  process.exitCode = ratio <= goal ? 0 : 1
}

/** Asks a question, and waits until its answer has begun. */
async function ask(page: Page, modelsUrl: string, id: string, take: Take) {
  await fetch(`${modelsUrl}/scripts/${id}`, { method: 'PUT', body: JSON.stringify([take]) })
  await page.goto('/chat')
  await page.getByLabel(en.composer_label, { exact: true }).fill(`How long? script:${id}`)
  await page.keyboard.press('Enter')
  await page.getByText(words).waitFor()
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]!

/** Milliseconds from the navigation until the last long task, or the last request but a stream, had ended. */
async function timeToIdle(page: Page): Promise<number> {
  await page.goto('/chat')
  const last = await page.waitForFunction((quiet) => {
    const { last } = window as unknown as { last: number }
    return document.readyState === 'complete' && performance.now() - last > quiet && last
  }, quiet)
  return (await last.jsonValue()) as number
}

/** In the page: notes when something ended last. */
function watch() {
  const page = window as unknown as { last: number }
  page.last = 0
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) page.last = Math.max(page.last, startTime + duration)
  }).observe({ entryTypes: ['longtask', 'resource', 'navigation'] })
}

await main()
