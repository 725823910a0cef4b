import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { answer, answered, ask, hungUp, member, question, questionText, refuseCalls, script } from '../harness/index.ts'

const editBox = (page: Page) => page.getByLabel('Edit your question')

describe('the last question', () => {
  test('is edited at its place and asked anew: the old question and answer are gone, also after a reload', async () => {
    await script('edited', [{ say: 'The second answer.' }])
    const page = await member()
    await answered(page, 'Frist question')
    await question(page).getByRole('button', { name: 'Edit' }).click()
    expect(await editBox(page).inputValue()).toBe('Frist question')
    await editBox(page).fill('First question script:edited')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await answer(page).getByText('The second answer.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    for (let reloads = 0; reloads < 2; reloads++) {
      expect(await question(page).count()).toBe(1)
      expect(await answer(page).count()).toBe(1)
      expect(await questionText(page)).toBe('First question script:edited')
      await page.reload()
      await answer(page).getByText('The second answer.').waitFor()
    }
  })

  test('is edited by the keyboard alone, and the focus comes back to where it was', async () => {
    const page = await member()
    await answered(page, 'Keyboard')
    const edit = question(page).getByRole('button', { name: 'Edit' })
    await edit.focus()
    await page.keyboard.press('Enter')
    expect(await editBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.type(' and more')
    await page.keyboard.press('Escape')
    await expect.poll(() => edit.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(await questionText(page)).toBe('Keyboard')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' again')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('on two lines')
    await page.keyboard.press('Enter')
    await expect.poll(() => questionText(page)).toBe('Keyboard again\non two lines')
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
  })

  test('can be changed while its answer runs, which stops that', async () => {
    await script('slow', [{ say: 'Never finished' }, { hold: true }])
    await script('quick', [{ say: 'Finished.' }])
    const page = await member()
    await ask(page, 'script:slow')
    await answer(page).getByText('Never finished').waitFor()
    await question(page).getByRole('button', { name: 'Edit' }).click()
    await editBox(page).fill('script:quick')
    await page.keyboard.press('Enter')
    await answer(page).getByText('Finished.', { exact: true }).waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
    expect(await page.getByText('Never finished').count()).toBe(0)
    await hungUp('slow')
  })

  test('keeps its answer, and the new text, when asking anew fails', async () => {
    await script('kept', [{ say: 'The answer that stays.' }])
    const page = await member()
    await answered(page, 'script:kept')
    const mend = await refuseCalls(page, 'overwrite_prompt_id')
    await question(page).getByRole('button', { name: 'Edit' }).click()
    await editBox(page).fill('A better question')
    await page.keyboard.press('Enter')
    await expect.poll(() => editBox(page).inputValue(), { timeout: 20_000 }).toBe('A better question')
    await answer(page).getByText('The answer that stays.').waitFor()
    await page.reload()
    await expect.poll(() => editBox(page).inputValue()).toBe('A better question')
    await mend()
    await editBox(page).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => questionText(page)).toBe('A better question')
  })

  // What browsers send when Enter confirms, and Escape gives up, a composition.
  test.each([
    ['Chromium and Firefox', { isComposing: true, keyCode: 229 }],
    ['Safari, which ends the composition first', { isComposing: false, keyCode: 229 }],
  ])('is not sent or left by the keys of an input method: %s', async (_, how) => {
    const page = await member()
    await answered(page, '日本語')
    await question(page).getByRole('button', { name: 'Edit' }).click()
    await editBox(page).fill('にほんご')
    for (const key of ['Enter', 'Escape']) {
      await editBox(page).evaluate(
        (box, init) => box.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })),
        { key, ...how },
      )
    }
    expect(await editBox(page).inputValue()).toBe('にほんご')
    await page.keyboard.press('Escape')
    await expect.poll(() => questionText(page)).toBe('日本語')
  })
})
