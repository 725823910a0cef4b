import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import en from '../../messages/en.json' with { type: 'json' }
import { findOrInstallChromium } from '../../scripts/local/chromium.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { startProduct } from '../../scripts/local/product.ts'
import { Progress } from '../../scripts/local/progress.ts'
import { readSettings, type Settings } from '../../scripts/local/settings.ts'

/** Ports and data of its own for what a bench starts, and where its steps are told, until `cleanup`. */
export async function prepareLocal(cleanup: AsyncDisposableStack): Promise<{ settings: Settings; progress: Progress }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  cleanup.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const [port, authPort] = await Promise.all([freePort(), freePort()])
  const settings = readSettings({ PORT: `${port}`, AUTH_EMULATOR_PORT: `${authPort}`, DATA_DIR: dataDir }, false)
  const progress = new Progress()
  cleanup.defer(() => progress.stop())
  return { settings, progress }
}

/** The whole product as `npm start` runs it, until `cleanup`. */
export async function startLocalProduct(cleanup: AsyncDisposableStack): Promise<Settings> {
  const { settings, progress } = await prepareLocal(cleanup)
  await startProduct(settings, progress, cleanup)
  return settings
}

export async function launchChromium(cleanup: AsyncDisposableStack): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: await findOrInstallChromium(console.log),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  cleanup.defer(() => browser.close())
  return browser
}

/** How a page of the product is opened. */
export const pageOptions = (baseURL: string) => ({
  baseURL,
  locale: 'en-US',
  viewport: { width: 1280, height: 800 },
})

/** Signs in on a page that shows the form. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel(en.sign_in_email, { exact: true }).fill(email)
  await page.getByLabel(en.sign_in_password, { exact: true }).fill(password)
  await page.getByRole('button', { name: en.sign_in_submit, exact: true }).click()
  await page.getByRole('button', { name: en.user_menu, exact: true }).waitFor()
}
