import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Page, type Response } from 'playwright'
import en from '../../../messages/en.json' with { type: 'json' }
import { findOrInstallChromium } from '../../../scripts/local/chromium.ts'
import { demoUsers } from '../../../scripts/local/demo.ts'
import { freePort } from '../../../scripts/local/ports.ts'
import { startProduct } from '../../../scripts/local/product.ts'
import { Progress } from '../../../scripts/local/progress.ts'
import { readSettings } from '../../../scripts/local/settings.ts'

/**
 * `npm run bench:load`: the JavaScript and CSS that a page loads by itself, gzipped, in a real browser with an empty cache:
 * the sign-in form for a newcomer, and the chat for a member before the first question. Nobody touches the page.
 */
const goals = { 'sign-in': 150_000, '/chat': 190_000 }

/** Milliseconds without a request after which a page is taken to have all that it loads by itself. */
const quiet = 4000

await using cleanup = new AsyncDisposableStack()
const { appUrl, demoPassword } = await start()
const browser = await chromium.launch({
  executablePath: await findOrInstallChromium(console.log),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
})
cleanup.defer(() => browser.close())

const page = await browser.newPage({ baseURL: appUrl, locale: 'en-US', viewport: { width: 1280, height: 800 } })
const devTools = await page.context().newCDPSession(page)
await devTools.send('Network.setCacheDisabled', { cacheDisabled: true })

report('sign-in', await filesOf('/'))
await signIn(page)
report('/chat', await filesOf('/chat'))

/** The product as `npm start` runs it, with ports and data of its own. */
async function start() {
  const dataDir = mkdtempSync(join(tmpdir(), 'load-'))
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const [port, authPort] = await Promise.all([freePort(), freePort()])
  const settings = readSettings({ PORT: `${port}`, AUTH_EMULATOR_PORT: `${authPort}`, DATA_DIR: dataDir }, false)
  const progress = new Progress()
  cleanup.defer(() => progress.stop())
  await startProduct(settings, progress, cleanup)
  return settings
}

async function signIn(page: Page) {
  await page.getByLabel(en.sign_in_email, { exact: true }).fill(demoUsers[0].email)
  await page.getByLabel(en.sign_in_password, { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: en.sign_in_submit, exact: true }).click()
  await page.getByRole('button', { name: en.user_menu, exact: true }).waitFor()
}

/** Opens a page and gives the gzipped bytes of each script and style sheet that came, in the order of their coming. */
async function filesOf(path: string): Promise<Map<string, number>> {
  // What another page still asks for is none of this one's.
  await page.goto('about:blank')
  const files = new Set<string>()
  let last = performance.now()
  const onResponse = (response: Response) => {
    last = performance.now()
    if (/javascript|css/.test(response.headers()['content-type'] ?? '')) files.add(response.url())
  }
  page.on('response', onResponse)
  await page.goto(path)
  while (performance.now() - last < quiet) await page.waitForTimeout(quiet / 10)
  page.off('response', onResponse)
  return new Map(await Promise.all([...files].map(async (url) => [url, await gzippedSize(url)] as const)))
}

async function gzippedSize(url: string): Promise<number> {
  const response = await fetch(url)
  return gzipSync(await response.bytes(), { level: 9 }).length
}

function report(name: keyof typeof goals, files: Map<string, number>) {
  const total = [...files.values()].reduce((sum, bytes) => sum + bytes, 0)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  console.log(`\n${name}`)
  for (const [url, bytes] of files) console.log(`  ${kilobytes(bytes).padStart(9)}  ${new URL(url).pathname}`)
  console.log(
    `  ${kilobytes(total).padStart(9)}  in all (goal ${kilobytes(goals[name])}): ${total <= goals[name] ? 'reached' : 'missed'}`,
  )
  if (total > goals[name]) process.exitCode = 1
}
