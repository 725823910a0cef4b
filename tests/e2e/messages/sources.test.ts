import type { Page } from 'playwright'
import { describe, expect, inject, test } from 'vitest'
import { paste } from '../harness/file-transfer.ts'
import { answer, answered, ask, chips, inConversation, member, question } from '../harness/index.ts'

/** Closes the preview and waits until the address is this one again. */
async function closePreview(page: Page, address: string) {
  await page.keyboard.press('Escape')
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(page.url()).toBe(address)
}

describe('the sources of an answer', () => {
  /** The samples are asked, and the answer quotes them. */
  async function sourced(): Promise<Page> {
    const page = await member({ app: inject('appUrl') })
    await answered(page, 'How many weeks of parental leave does every parent get?')
    return page
  }
  const sources = (page: Page) => answer(page).getByRole('region', { name: 'References' })

  test('are listed under it by the numbers with which its text cites them', async () => {
    const page = await sourced()
    const cited = answer(page)
      .locator('.prose-text')
      .getByRole('link', { name: /^Source \d+: / })
    const labels = await cited.evaluateAll((links) => links.map((link) => link.ariaLabel ?? ''))
    expect(labels.length).toBeGreaterThan(0)
    const listed = await sources(page).getByRole('listitem').allInnerTexts()
    expect(listed.map((text) => text.split('\n')[0])).toEqual(listed.map((_, index) => String(index + 1)))
    for (const label of labels) {
      const [, number, name, at] = /^Source (\d+): (.+), page (\d+)$/.exec(label) ?? []
      expect(listed[Number(number) - 1]?.split('\n')).toEqual([number, name, `Page ${at}`])
    }
  })

  test('are hidden and shown again by their button, which keeps the focus', async () => {
    const page = await sourced()
    const toggle = answer(page).getByRole('button', { name: 'References' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    const listed = await sources(page).innerText()

    await toggle.press('Enter')
    await sources(page).waitFor({ state: 'detached' })
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    expect(await toggle.evaluate((button) => button === document.activeElement)).toBe(true)

    await toggle.click()
    expect(await sources(page).innerText()).toBe(listed)
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
  })

  test('open from the list at the page that was quoted, over the conversation', async () => {
    const page = await sourced()
    const address = page.url()
    await sources(page)
      .getByRole('link', { name: /employee-handbook\.pdf/ })
      .first()
      .click()
    await page.frameLocator('iframe').getByText('parental leave', { exact: false }).first().waitFor()
    expect(new URL(page.url()).searchParams.get('preview_page')).toBe('4')
    await closePreview(page, address)
    await sources(page).waitFor()
  })
})

test('each file of a question opens from it, by mouse and by keyboard, and the conversation is there behind it', async () => {
  const page = await member()
  await paste(page, 'first.txt', 'second.txt')
  await expect.poll(() => chips(page).getByRole('listitem').count()).toBe(2)
  await ask(page, 'What do they say?')
  await inConversation(page)
  const address = page.url()
  const file = (name: string) =>
    question(page)
      .getByRole('list', { name: 'Attached files' })
      .getByRole('link', { name: `Open ${name}` })

  await file('first.txt').click()
  await page.frameLocator('iframe').getByText('The text of first.txt.').waitFor()
  await closePreview(page, address)
  await expect.poll(() => file('first.txt').evaluate((link) => link === document.activeElement)).toBe(true)
  await file('second.txt').press('Enter')
  await page.frameLocator('iframe').getByText('The text of second.txt.').waitFor()
  await closePreview(page, address)
  await answer(page).getByText('A short answer.').waitFor()
})
