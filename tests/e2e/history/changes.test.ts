import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { member, type MemberOptions, serverFunctions } from '../harness/index.ts'
import { act, focused, group, link, row, titleField } from '../harness/sidebar.ts'
import { talk } from '../harness/talk.ts'

const admin = (options?: MemberOptions) => member({ ...options, who: 'admin' })

/** Holds the next changing call until it is refused; the calls are counted. */
async function holdChanges(page: Page) {
  const held = Promise.withResolvers<void>()
  const calls = { count: 0 }
  await page.route(serverFunctions, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    calls.count++
    await held.promise
    return route.abort()
  })
  return { calls, refuse: held.resolve }
}

describe('a favorite', () => {
  test('is made and taken back by the keyboard', async () => {
    await talk('by the keyboard')
    const page = await admin()
    await link(page, 'by the keyboard').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await group(page, 'Favorites').getByRole('link', { name: 'by the keyboard' }).waitFor()
    await link(page, 'by the keyboard').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await group(page, 'Today').getByRole('link', { name: 'by the keyboard' }).waitFor()
  })

  test('shows at once, and is taken back with a notice when the server cannot be reached', async () => {
    await talk('not to be')
    const page = await admin()
    await row(page, 'not to be').waitFor()
    const { refuse } = await holdChanges(page)
    await act(page, 'not to be', 'Favorite')
    await group(page, 'Favorites').getByRole('link', { name: 'not to be' }).waitFor()
    refuse()
    await group(page, 'Today').getByRole('link', { name: 'not to be' }).waitFor()
    await page.getByText('Something went wrong').first().waitFor()
  })

  test('pressed twice in a row is none', async () => {
    await talk('twice pressed')
    const page = await admin()
    await act(page, 'twice pressed', 'Favorite')
    await act(page, 'twice pressed', 'Favorite')
    await group(page, 'Today').getByRole('link', { name: 'twice pressed' }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.reload()
    await group(page, 'Today').getByRole('link', { name: 'twice pressed' }).waitFor()
  })
})

describe('renaming', () => {
  test('by mouse: Enter saves, the new title stays, and the focus goes back to the row', async () => {
    await talk('an old title')
    const page = await admin()
    await act(page, 'an old title', 'Rename')
    expect(await titleField(page).inputValue()).toBe('an old title')
    await titleField(page).fill('  a new title ')
    await page.keyboard.press('Enter')
    await link(page, 'a new title').waitFor()
    await expect.poll(() => focused(page)).toBe('a new title')
    await page.waitForLoadState('networkidle')
    await page.reload()
    await link(page, 'a new title').waitFor()
  })

  test('by the keyboard alone; Escape leaves the title as it was', async () => {
    await talk('kept as it is')
    const page = await admin()
    await link(page, 'kept as it is').focus()
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await titleField(page).fill('something else')
    await page.keyboard.press('Escape')
    await link(page, 'kept as it is').waitFor()
    await expect.poll(() => focused(page)).toBe('kept as it is')
  })

  test('the same title makes no call, and an empty one is refused', async () => {
    await talk('the very same')
    const page = await admin()
    await row(page, 'the very same').waitFor()
    const { calls } = await holdChanges(page)
    await act(page, 'the very same', 'Rename')
    await titleField(page).fill(' the very same ')
    await page.keyboard.press('Enter')
    await link(page, 'the very same').waitFor()
    await act(page, 'the very same', 'Rename')
    await titleField(page).fill('   ')
    await page.keyboard.press('Enter')
    await page.getByText('A conversation needs a title').waitFor()
    expect(await titleField(page).getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
    await link(page, 'the very same').waitFor()
    expect(calls.count).toBe(0)
  })

  test('that fails brings the old title back, with a notice', async () => {
    await talk('it was this')
    const page = await admin()
    await row(page, 'it was this').waitFor()
    const { refuse } = await holdChanges(page)
    await act(page, 'it was this', 'Rename')
    await titleField(page).fill('it is that')
    await page.keyboard.press('Enter')
    await link(page, 'it is that').waitFor()
    refuse()
    await link(page, 'it was this').waitFor()
    await page.getByText('Something went wrong').first().waitFor()
  })

  // What the browsers send when Enter or Escape ends a composition of an input method.
  const orders = {
    Chromium: ['keydown composing 229', 'compositionend'],
    Firefox: ['keydown composing', 'compositionend'],
    Safari: ['compositionend', 'keydown 229'],
  }
  test.each(Object.entries(orders))(
    'Enter and Escape of an input method do nothing here (%s)',
    async (browser, order) => {
      const title = `composed in ${browser}`
      await talk(title)
      const page = await admin()
      await act(page, title, 'Rename')
      await titleField(page).fill('変換中')
      for (const key of ['Enter', 'Escape']) {
        await titleField(page).evaluate(
          (input, { key, order }) => {
            input.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
            for (const step of order) {
              if (step === 'compositionend') input.dispatchEvent(new CompositionEvent(step, { bubbles: true }))
              else {
                const init = { key, keyCode: step.includes('229') ? 229 : 0, isComposing: step.includes('composing') }
                input.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
              }
            }
          },
          { key, order },
        )
        expect(await titleField(page).inputValue(), key).toBe('変換中')
      }
      await titleField(page).fill(`変換済み ${browser}`)
      await page.keyboard.press('Enter')
      await link(page, `変換済み ${browser}`).waitFor()
    },
  )
})

describe('deleting', () => {
  test('asks first; the open conversation is left for a new one', async () => {
    const id = await talk('to be deleted')
    const page = await admin({ path: `/chat/${id}` })
    await act(page, 'to be deleted', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await link(page, 'to be deleted').count()).toBe(1)
    await act(page, 'to be deleted', 'Delete')
    await page.getByRole('dialog').getByText('“to be deleted”').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(/\/chat$/)
    await link(page, 'to be deleted').waitFor({ state: 'detached' })
  })

  test('by the keyboard gives the focus to the next row, and stays where one is', async () => {
    const shown = await talk('the one that is shown')
    await talk('the next in line')
    await talk('first to go')
    const page = await admin({ path: `/chat/${shown}` })
    await link(page, 'first to go').focus()
    for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).focus()
    await page.keyboard.press('Enter')
    await link(page, 'first to go').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('the next in line')
    expect(new URL(page.url()).pathname).toBe(`/chat/${shown}`)
  })

  test('that fails leaves the conversation, with a notice', async () => {
    await talk('not deletable')
    const page = await admin()
    await row(page, 'not deletable').waitFor()
    const { refuse } = await holdChanges(page)
    refuse()
    await act(page, 'not deletable', 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Something went wrong').first().waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await link(page, 'not deletable').waitFor()
  })
})

test('on a phone each row has a menu with the same actions', async () => {
  await talk('in the hand')
  const page = await admin({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await page.getByRole('button', { name: 'Show navigation' }).tap()
  const menu = (title: string) => page.getByRole('button', { name: `Actions for “${title}”` })
  await menu('in the hand').tap()
  await page.getByRole('menuitemcheckbox', { name: 'Favorite' }).tap()
  await group(page, 'Favorites').getByRole('link', { name: 'in the hand' }).waitFor()
  await menu('in the hand').tap()
  await page.getByRole('menuitem', { name: 'Rename' }).tap()
  await titleField(page).fill('in the pocket')
  await page.keyboard.press('Enter')
  await link(page, 'in the pocket').waitFor()
  await menu('in the pocket').tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).tap()
  await link(page, 'in the pocket').waitFor({ state: 'detached' })
})
