import type { Browser, BrowserContext, Page } from 'playwright'
import { launchChromium, pageOptions, signIn, startLocalProduct } from '../../bench/local-product.ts'
import { demoUsers } from '../../../scripts/local/demo.ts'
import { isAlive } from '../browsing/alive.ts'
import { cutHeader, type Ending, endings, startCuttingProxy } from '../cutting/cutting-proxy.ts'
import { drawPlaces } from '../cutting/places.ts'
import type { Fault, Outcome } from '../fault.ts'

/** Tabs at a time: most of a page's time is waiting. */
const tabs = 8
/** Milliseconds until a page that was cut has to show what the whole one shows. */
const patience = 45_000
const answered = 3

interface Cut {
  name: string
  context: BrowserContext
  path: string
  /** What the whole page shows. */
  text: string
  bytes: number
  ending: Ending
}

/**
 * Every page then loads itself again and comes to life, from the end of its first script on: before that nothing of ours runs. A try is
 * a place in each page's HTML for each way in which it ends.
 */
export const fault: Fault = {
  name: "a page's HTML that ends in the middle",
  tries: 20,
  // On a machine that did much else: pages of which Chromium had thrown away what had come, their first script with it.
  foundBy: [2],
  async run({ random, tries }) {
    await using cleanup = new AsyncDisposableStack()
    const { appUrl, demoPassword } = await startLocalProduct(cleanup)
    const url = await startCuttingProxy(appUrl, cleanup)
    const browser = await launchChromium(cleanup)
    const cuts: Cut[] = []
    const outcome: Outcome = { tries: 0, lost: 0, doubled: 0, stuck: 0, leaked: 0, notes: [] }
    for (const { name, context, path } of await openPages(browser, url, demoPassword)) {
      const text = await textOf(context, path)
      // After the page was there once: it then tells the server its time zone, which stands ahead of the first script.
      const html = Buffer.from(await (await context.request.get(path)).body())
      const began = html.indexOf('</script>') + '</script>'.length
      outcome.notes!.push(`${name}: ${html.length} bytes, of which nothing of ours runs in the first ${began}`)
      for (const ending of endings)
        for (const bytes of drawPlaces(html, began, tries, random))
          cuts.push({ name, context, path, text, bytes, ending })
    }
    outcome.tries = cuts.length
    const rest = cuts.values()
    await Promise.all(
      Array.from({ length: tabs }, async () => {
        for (const cut of rest) {
          const found = await open(cut)
          if (found === '') continue
          outcome.stuck += 1
          outcome.notes!.push(`${cut.name}, ${cut.ending} after ${cut.bytes} bytes: ${found}`)
        }
      }),
    )
    return outcome
  },
}

/** The sign-in page, a conversation with answers and a list of an admin. */
async function openPages(browser: Browser, url: string, password: string) {
  const nobody = await browser.newContext(pageOptions(url))
  const admin = await browser.newContext(pageOptions(url))
  const page = await admin.newPage()
  await page.goto('/chat')
  await signIn(page, demoUsers[0].email, password)
  for (let count = 1; count <= answered; count++) {
    await page.getByRole('textbox').last().fill(`What is asked here, for the ${count}. time?`)
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (count) =>
        document.querySelectorAll('[role=log] article').length === 2 * count &&
        !document.querySelector('[role=log][aria-busy=true]'),
      count,
    )
  }
  await page.waitForURL(/\/chat\/\d+/)
  const conversation = new URL(page.url()).pathname
  await page.close()
  return [
    { name: 'sign-in', context: nobody, path: '/chat' },
    { name: 'conversation', context: admin, path: conversation },
    { name: 'list of users', context: admin, path: '/admin/users' },
  ]
}

const shown = () => document.body.innerText.replaceAll(/\s+/g, ' ').trim()

async function textOf(context: BrowserContext, path: string): Promise<string> {
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'load' })
  await isAlive(page, patience)
  const text = await page.evaluate(shown)
  await page.close()
  return text
}

/** @returns what is wrong with the page */
async function open({ context, path, text, bytes, ending }: Cut): Promise<string> {
  const page = await context.newPage()
  try {
    await page.setExtraHTTPHeaders({ [cutHeader]: `${crypto.randomUUID()} ${bytes} ${ending}` })
    await page.goto(path, { waitUntil: 'commit' }).catch(() => {})
    // Where nothing had come, the browser says so itself, and whoever reads it loads the page anew.
    if (page.url().startsWith('chrome-error')) await page.reload({ waitUntil: 'commit' }).catch(() => {})
    const end = Date.now() + patience
    for (;;) {
      const now = (await isAlive(page, Math.max(end - Date.now(), 1))) && (await page.evaluate(shown).catch(() => ''))
      if (now === text) return ''
      if (Date.now() > end) return now === false ? `is not alive: ${await stateOf(page)}` : `shows ${now.slice(0, 200)}`
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    await page.close()
  }
}

/** Where a page stands that does not come to life: at its address or at an error of the browser's own, and whether our script has run. */
const stateOf = (page: Page) =>
  page
    .evaluate(
      () => `${location.href}, ${document.readyState}, ${'restartPage' in self ? 'with' : 'without'} its first script`,
    )
    .catch((error: Error) => error.message)
