import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { inject, onTestFinished } from 'vitest'

const results = 'test-results'

/**
 * The pop-ups of the address bar, which nobody sees: Chromium would start a process for them beside every context. The others
 * are those that Playwright switches off, since Chromium heeds the last of such lists alone.
 */
const featuresOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const flags = [
  `--disable-features=${featuresOff.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let running: Promise<Browser> | undefined

/** The browser of all tests; it ends with their process. */
export async function browser(): Promise<Browser> {
  if (!(await running)?.isConnected()) running = chromium.launch({ executablePath: inject('chromium'), args: flags })
  return running!
}

export interface PageOptions extends Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'isMobile' | 'hasTouch' | 'deviceScaleFactor' | 'timezoneId'
> {
  /** What the browser prefers; English by default. */
  language?: 'en' | 'ja'
  /** The address that paths are relative to; the product's by default. */
  app?: string
}

/**
 * Opens a page in a context of its own: no cookies, no storage.
 * Must be called within a test. When the test fails, a screenshot and the console go to `test-results/`.
 */
export async function newPage({
  language = 'en',
  app = inject('appUrl'),
  ...options
}: PageOptions = {}): Promise<Page> {
  const context = await (
    await browser()
  ).newContext({
    baseURL: app,
    locale: language === 'en' ? 'en-US' : 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    ...options,
  })
  const page = await context.newPage()
  const log = record(page)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await keep(page, log, task.name)
    await context.close()
  })
  return page
}

/** Everything that the page says on its console, throws, or fails to load. */
function record(page: Page): string[] {
  const log: string[] = []
  page.on('console', (message) => log.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => log.push(`thrown: ${error.stack ?? error.message}`))
  page.on('requestfailed', (request) => log.push(`failed: ${request.method()} ${request.url()}`))
  page.on('response', (response) => {
    if (response.status() >= 400) log.push(`${response.status()}: ${response.request().method()} ${response.url()}`)
  })
  return log
}

let kept = 0

/** A test may have several pages, and fail twice: each gets files of its own. */
async function keep(page: Page, log: string[], name: string) {
  mkdirSync(results, { recursive: true })
  const file = join(results, `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 80)}-${++kept}`)
  writeFileSync(`${file}.log`, [page.url(), ...log].join('\n'))
  await page.screenshot({ path: `${file}.png` }).catch(() => {})
}
