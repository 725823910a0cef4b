import { expect, test } from 'vitest'
import { composer, member } from './harness/index.ts'
import { focused } from './harness/sidebar.ts'
import { talk } from './harness/talk.ts'

test('the palette leads to conversations, screens and actions by the keyboard, and an input method chooses nothing', async () => {
  const id = await talk('Quarterly okapi figures')
  const page = await member({ who: 'admin' })
  const palette = page.getByRole('dialog', { name: 'Go to' })
  const field = palette.getByRole('combobox')
  const marked = palette.getByRole('option', { selected: true })
  await composer(page).focus()
  await page.keyboard.press('Control+k')
  await palette.getByRole('group', { name: 'Recent conversations' }).waitFor()
  await expect.poll(() => focused(page)).toBe('Go to a conversation, file, screen or action')

  await field.fill('okapi')
  await expect.poll(() => marked.textContent()).toContain('okapi')
  const confirm = (keyCode: number, isComposing: boolean) =>
    field.evaluate(
      (input, init) => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...init })),
      { keyCode, isComposing },
    )
  await confirm(229, false)
  await confirm(13, true)
  expect(await palette.isVisible()).toBe(true)
  await field.press('Enter')
  await page.waitForURL(new RegExp(`/chat/${id}$`))
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.keyboard.press('Control+k')
  await field.fill('監査')
  await expect.poll(() => marked.textContent()).toContain('Audits')
  await field.press('Enter')
  await page.waitForURL(/\/admin\/audits/)

  await page.getByRole('button', { name: 'Go to' }).click()
  await field.fill('no such thing anywhere')
  await palette.getByText('Nothing found for “no such thing anywhere”').first().waitFor()
  await page.keyboard.press('Control+k')
  await palette.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Go to')

  await page.keyboard.press('Control+k')
  await field.fill('shortcuts')
  await field.press('Enter')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
})
