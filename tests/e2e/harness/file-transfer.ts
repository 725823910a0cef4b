import type { Page } from 'playwright'
import { expect } from 'vitest'
import { composer } from './chat.ts'

/** Text files with these names, as they come from another program. */
const transferOf = (page: Page, names: string[]) =>
  page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const name of list) transfer.items.add(new File([`The text of ${name}.`], name, { type: 'text/plain' }))
    return transfer
  }, names)

/** Pastes files into the composer. */
export async function paste(page: Page, ...names: string[]) {
  const clipboardData = await transferOf(page, names)
  await composer(page).evaluate(
    (element, data) =>
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
    clipboardData,
  )
}

/** Drags files over an element of the page and drops them there. */
export async function drop(page: Page, target: string, ...names: string[]) {
  const dataTransfer = await transferOf(page, names)
  await page.dispatchEvent(target, 'dragenter', { dataTransfer })
  await page.getByText('Drop files to upload').waitFor()
  expect(await page.getByText('Drop files to upload').count()).toBe(1)
  await page.dispatchEvent(target, 'drop', { dataTransfer })
}
