import { type Locator, type Page } from 'playwright'

/** The sidebar's conversations as their owner meets them, in English. */

export const row = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
export const link = (page: Page, title: string): Locator => page.getByRole('link', { name: title, exact: true })
export const group = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
/** The field of a conversation that is being renamed. */
export const titleField = (page: Page): Locator => page.getByLabel('Title of the conversation')
export const searchBox = (page: Page): Locator => page.getByRole('searchbox', { name: 'Search conversations' })

/** Presses one of the buttons that a row shows under the mouse. */
export async function act(page: Page, title: string, action: 'Favorite' | 'Rename' | 'Delete') {
  await row(page, title).hover()
  await row(page, title).getByRole('button', { name: action }).click()
}

/** What has the focus, by its text or its label. */
export const focused = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel)
