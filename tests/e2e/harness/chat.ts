import { type Locator, type Page } from 'playwright'
import { expect } from 'vitest'

/** The chat page as its reader meets it, in English. */

export const question = (page: Page): Locator => page.getByRole('article', { name: 'You' })
/** What the only question says. */
export const questionText = (page: Page) => question(page).locator('p').first().textContent()
export const answer = (page: Page): Locator => page.getByRole('article', { name: 'Assistant' })
export const composer = (page: Page): Locator => page.getByLabel('Your question')
/** Shows while an answer is written, in place of {@link send}. */
export const stop = (page: Page): Locator => page.getByRole('button', { name: 'Stop', exact: true })
export const send = (page: Page): Locator => page.getByRole('button', { name: 'Send' })

export async function ask(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Asks and waits for the answer's end. */
export async function answered(page: Page, text: string) {
  const before = await question(page).count()
  await ask(page, text)
  await expect.poll(() => question(page).count()).toBe(before + 1)
  await page.getByRole('log').and(page.locator('[aria-busy=false]')).waitFor()
  await answer(page).last().getByRole('button', { name: 'Copy', exact: true }).waitFor()
}

/** The conversation has its number. */
export const inConversation = (page: Page) => page.waitForURL(/\/chat\/\d+$/)

/** Attaches a file to the next question. */
export async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await chips(page).getByText(file.name).waitFor()
  await page.keyboard.press('Escape')
}

/** The files that go with the next question. */
export const chips = (page: Page): Locator =>
  page.getByRole('region', { name: 'Composer' }).getByRole('list', { name: 'Attached files' })
