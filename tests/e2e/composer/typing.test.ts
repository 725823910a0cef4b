import { expect, test } from 'vitest'
import { ask, composer, inConversation, member, question } from '../harness/index.ts'

test('Enter sends and Shift+Enter breaks the line', async () => {
  const page = await member()
  await composer(page).fill('first line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await question(page).waitFor()
  expect(await question(page).locator('p').first().innerText()).toBe('first line\nsecond line')
  expect(await composer(page).inputValue()).toBe('')
})

/** What the three engines fire for the Enter that confirms a composition, in their order. */
const confirmations = {
  Chromium: [
    { type: 'keydown', key: 'Process', keyCode: 229, isComposing: true },
    { type: 'compositionend' },
    { type: 'keyup', key: 'Enter', keyCode: 13, isComposing: false },
  ],
  Firefox: [
    { type: 'keydown', key: 'Process', keyCode: 229, isComposing: true },
    { type: 'compositionend' },
    { type: 'keyup', key: 'Enter', keyCode: 13, isComposing: true },
  ],
  Safari: [
    { type: 'compositionend' },
    { type: 'keydown', key: 'Enter', keyCode: 229, isComposing: false },
    { type: 'keyup', key: 'Enter', keyCode: 13, isComposing: false },
  ],
}

test.each(Object.entries(confirmations))(
  'Enter that confirms a composition, in the order of %s, does not send; the next Enter does',
  async (engine, events) => {
    const page = await member({ language: 'ja' })
    const label = page.locator('textarea')
    await label.fill(`日本語 ${engine}`)
    const prevented = await label.evaluate((element, list) => {
      element.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
      return list.map(({ type, ...init }) => {
        const event = type.startsWith('key')
          ? new KeyboardEvent(type, { bubbles: true, cancelable: true, ...init } as KeyboardEventInit)
          : new CompositionEvent(type, { bubbles: true })
        element.dispatchEvent(event)
        return event.defaultPrevented
      })
    }, events)
    expect(prevented).toEqual(events.map(() => false))
    expect(await label.inputValue()).toBe(`日本語 ${engine}`)
    await label.press('Enter')
    await inConversation(page)
    expect(await label.inputValue()).toBe('')
  },
)

test('text composed by a real input method is in the box, and sent whole', async () => {
  const page = await member()
  await composer(page).focus()
  const devtools = await page.context().newCDPSession(page)
  for (const text of ['に', 'にほ', 'にほんご'])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 })
  await devtools.send('Input.insertText', { text: '日本語' })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 13 })
  expect(await composer(page).inputValue()).toBe('日本語')
  await page.keyboard.press('Enter')
  await question(page).getByText('日本語', { exact: true }).waitFor()
})

test('the box is 44 px high when empty and 400 px at most, and hundreds of pasted lines are there at once', async () => {
  const page = await member()
  const height = async () => (await composer(page).boundingBox())!.height
  expect(await height()).toBe(44)
  await composer(page).fill('one\ntwo\nthree')
  expect(await height()).toBeGreaterThan(44)
  await composer(page).fill('')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await composer(page).evaluate(async (element) => {
    const lines = Array.from({ length: 2000 }, (_, line) => `line ${line} of what was pasted`)
    await navigator.clipboard.writeText(lines.join('\n'))
    element.addEventListener('paste', () => performance.mark('paste'))
    element.addEventListener('input', () =>
      requestAnimationFrame(() => setTimeout(() => performance.measure('drawn', 'paste'))),
    )
  })
  await page.keyboard.press('Control+v')
  const drawn = () => page.evaluate(() => performance.getEntriesByName('drawn')[0]?.duration)
  await expect.poll(drawn, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(await drawn()).toBeLessThan(500)
  expect(await height()).toBe(400)
  await composer(page).fill('')
  expect(await height()).toBe(44)
})

test('an empty question is refused in words and nothing is sent', async () => {
  const page = await member()
  await ask(page, '  ')
  await page.getByText('Please write a question before submitting').waitFor()
  expect(new URL(page.url()).pathname).toBe('/chat')
  expect(await question(page).count()).toBe(0)
})

test('on a phone of 360 px everything of the composer fits, the panel too', async () => {
  const page = await member({ viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })
  await composer(page).waitFor()
  const fits = () =>
    page.evaluate(() => {
      const composer = document.querySelector('textarea')!.closest('section')!
      const right = Math.max(...[...composer.querySelectorAll('*')].map((each) => each.getBoundingClientRect().right))
      return { wide: document.documentElement.scrollWidth, right, bottom: composer.getBoundingClientRect().bottom }
    })
  const { wide, right, bottom } = await fits()
  expect(wide).toBe(360)
  expect(right).toBeLessThanOrEqual(360)
  expect(bottom).toBeLessThanOrEqual(640)
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  await page.getByRole('region', { name: 'Attach files' }).getByRole('searchbox').waitFor()
  expect((await fits()).wide).toBe(360)
})
