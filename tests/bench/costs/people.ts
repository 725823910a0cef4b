import type { Browser, Page } from 'playwright'
import en from '../../../messages/en.json' with { type: 'json' }
import { pageOptions, signIn as signInOn } from '../local-product.ts'
import { fileOf, questionOf } from './material.ts'

/** What somebody does with the product, in a browser: the `number`th of all, and their own `turn`th. */
export type Deed = (page: Page, number: number, turn: number) => Promise<void>

interface Account {
  url: string
  email: string
  password: string
}

/** Milliseconds that a document may take to be processed on a machine that does much else. */
const patience = 180_000

/** A tab of somebody who has signed in through the form. */
export async function signIn(browser: Browser, { url, email, password }: Account): Promise<Page> {
  const context = await browser.newContext(pageOptions(url))
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.goto('/')
  await signInOn(page, email, password)
  return page
}

const pages = ['/chat', '/files', '/admin/users']

/** Opens a page by its address, all of it: the chat, the library and an admin's screen in turn. */
export const view: Deed = async (page, number) => {
  await page.goto(pages[number % pages.length]!, { waitUntil: 'networkidle' })
}

/** Questions of a conversation. */
const inARow = 3

/** Asks, and reads the answer to its end. */
export const ask =
  (suffix = ''): Deed =>
  async (page, number, turn) => {
    const place = turn % inARow
    if (place === 0) {
      if (!new URL(page.url()).pathname.startsWith('/chat')) await page.goto('/chat', { waitUntil: 'networkidle' })
      await page.getByRole('link', { name: en.nav_new_conversation, exact: true }).click()
      await page.waitForURL('**/chat')
      await page.getByRole('article').first().waitFor({ state: 'detached' })
    }
    await page.getByLabel(en.composer_label, { exact: true }).fill(questionOf(number) + suffix)
    await page.keyboard.press('Enter')
    const answer = page.getByRole('article', { name: 'Assistant' }).nth(place)
    await answer.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  }

/** Uploads two files, and stays until they are processed. */
export const upload: Deed = async (page, number) => {
  if (new URL(page.url()).pathname !== '/files') await page.goto('/files', { waitUntil: 'networkidle' })
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 400, height: 250 } })
  const files = [fileOf(2 * number, picture), fileOf(2 * number + 1, picture)]
  await page.getByRole('button', { name: en.files_add, exact: true }).click()
  await page.getByText(en.files_add_to_organization_hint).click()
  await page.locator('input[type=file]').setInputFiles(files)
  for (const { name } of files)
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: `Open ${name}` }) })
      .getByText('Processed')
      .filter({ visible: true })
      .waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
