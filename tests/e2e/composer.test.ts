import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startModelsServer, type Take } from '../models-server.ts'
import { newPage, type PageOptions, signIn, startSecondApp, type Who } from './harness/index.ts'

/** A model that says what a test tells it, and at most two files a message. */
const models = await startModelsServer()
afterAll(models.close)
const appUrl = await startSecondApp({
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: 'key',
  OPENAI_MODELS: 'small,large',
  MAX_FILES_PER_MESSAGE: '2',
  QUESTIONS_PER_MINUTE: '1000',
  UPLOADS_PER_MINUTE: '1000',
  RUNNING_ANSWERS: '20',
})

const script = (id: string, ...takes: Take[]) =>
  fetch(`${models.url}/scripts/${id}`, { method: 'PUT', body: JSON.stringify(takes) })
const release = (id: string) => fetch(`${models.url}/scripts/${id}/release`, { method: 'POST' })

const box = (page: Page) => page.getByLabel('Your question')
const chips = (page: Page) =>
  page.getByRole('region', { name: 'Composer' }).getByRole('list', { name: 'Attached files' })
const queued = (page: Page) => page.getByRole('list', { name: 'Queued questions' })
const questions = (page: Page) => page.getByRole('article', { name: 'You' })
const answers = (page: Page) => page.getByRole('article', { name: 'Assistant' })
const stop = (page: Page) => page.getByRole('button', { name: 'Stop', exact: true })

async function member(who: Who = 'user', options?: PageOptions): Promise<Page> {
  const page = await newPage(options)
  await page.goto(appUrl)
  await signIn(page, who)
  return page
}

async function ask(page: Page, text: string) {
  await box(page).fill(text)
  await page.keyboard.press('Enter')
}

/** Files as they come from another program; their names and what they say. */
const transferOf = (page: Page, names: string[]) =>
  page.evaluateHandle((list) => {
    const transfer = new DataTransfer()
    for (const name of list) transfer.items.add(new File([`The text of ${name}.`], name, { type: 'text/plain' }))
    return transfer
  }, names)

async function paste(page: Page, ...names: string[]) {
  const clipboardData = await transferOf(page, names)
  await box(page).evaluate(
    (element, data) =>
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })),
    clipboardData,
  )
}

async function drop(page: Page, ...names: string[]) {
  const dataTransfer = await transferOf(page, names)
  await page.dispatchEvent('header', 'dragenter', { dataTransfer })
  await page.getByText('Drop files to upload').waitFor()
  expect(await page.getByText('Drop files to upload').count()).toBe(1)
  await page.dispatchEvent('header', 'drop', { dataTransfer })
}

test('Enter sends and Shift+Enter breaks the line', async () => {
  const page = await member()
  await box(page).fill('first line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await questions(page).waitFor()
  expect(await questions(page).locator('p').first().innerText()).toBe('first line\nsecond line')
  expect(await box(page).inputValue()).toBe('')
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
    const page = await member('user', { language: 'ja' })
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
    await page.waitForURL(/\/chat\/\d+$/)
    expect(await label.inputValue()).toBe('')
  },
)

test('text composed by a real input method is in the box, and sent whole', async () => {
  const page = await member()
  await box(page).focus()
  const devtools = await page.context().newCDPSession(page)
  for (const text of ['に', 'にほ', 'にほんご'])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Process', windowsVirtualKeyCode: 229 })
  await devtools.send('Input.insertText', { text: '日本語' })
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: 'Enter', windowsVirtualKeyCode: 13 })
  expect(await box(page).inputValue()).toBe('日本語')
  await page.keyboard.press('Enter')
  await questions(page).getByText('日本語', { exact: true }).waitFor()
})

test('the box is 44 px high when empty and 400 px at most, and hundreds of pasted lines are there at once', async () => {
  const page = await member()
  const height = async () => (await box(page).boundingBox())!.height
  expect(await height()).toBe(44)
  await box(page).fill('one\ntwo\nthree')
  expect(await height()).toBeGreaterThan(44)
  await box(page).fill('')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await box(page).evaluate(async (element) => {
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
  await box(page).fill('')
  expect(await height()).toBe(44)
})

test('an empty question is refused in words and nothing is sent', async () => {
  const page = await member()
  await ask(page, '  ')
  await page.getByText('Please write a question before submitting').waitFor()
  expect(new URL(page.url()).pathname).toBe('/chat')
  expect(await questions(page).count()).toBe(0)
})

test('a draft survives a reload with its agent and its file, stays out of other conversations, and is found again', async () => {
  const page = await member()
  await ask(page, 'An earlier conversation')
  await page.waitForURL(/\/chat\/\d+$/)
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('radio', { name: 'File search' }).check()
  await paste(page, 'draft.txt')
  await page.getByText('1 file uploaded successfully').waitFor()
  await box(page).fill('half a thought')
  await page.reload()
  await expect.poll(() => box(page).inputValue()).toBe('half a thought')
  expect(await page.getByRole('radio', { name: 'File search' }).isChecked()).toBe(true)
  await chips(page).getByText('draft.txt').waitFor()

  await page.getByRole('link', { name: 'An earlier conversation' }).click()
  await page.waitForURL(/\/chat\/\d+$/)
  await expect.poll(() => box(page).inputValue()).toBe('')
  expect(await chips(page).count()).toBe(0)
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await expect.poll(() => box(page).inputValue()).toBe('half a thought')
  await chips(page).getByText('draft.txt').waitFor()
})

test('what is typed before the page has come to life is kept and can be sent', async () => {
  const page = await member()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await box(page).fill('an early bird')
  letGo()
  await page.getByRole('button', { name: 'Account menu' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => Object.values(sessionStorage).some((value) => value.includes('an early bird'))))
    .toBe(true)
  await box(page).press('Enter')
  await questions(page).getByText('an early bird').waitFor()
})

test('an expired session keeps the draft for its member; logging out leaves nothing for the next', async () => {
  const page = await member()
  await box(page).fill('not for other eyes')
  await page.route('**/_serverFn/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer not.a.token' } }),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.unroute('**/_serverFn/**')

  await signIn(page, 'admin')
  await box(page).waitFor()
  expect(await box(page).inputValue()).toBe('')
  await logOut(page)
  await signIn(page, 'user')
  await box(page).waitFor()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')))).toEqual([])
})

test('an expired session loses no question: its member finds it in the box again, or asked', async () => {
  const page = await member()
  await box(page).fill('asked too late')
  await page.route('**/_serverFn/**', (route) =>
    route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer not.a.token' } }),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await page.unroute('**/_serverFn/**')
  await signIn(page, 'user')
  const asked = page.getByRole('article', { name: 'You' }).getByText('asked too late')
  await expect
    .poll(async () => (await box(page).inputValue()) === 'asked too late' || (await asked.count()) === 1)
    .toBe(true)
})

test('what is typed before a new conversation has its number goes with it', async () => {
  const page = await member()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().postData()?.includes('the first question')) await held
    await route.continue()
  })
  await ask(page, 'the first question')
  await questions(page).waitFor()
  await page.keyboard.type('and the next')
  letGo()
  await page.waitForURL(/\/chat\/\d+$/)
  await expect.poll(() => box(page).inputValue()).toBe('and the next')
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
  await expect.poll(() => box(page).inputValue()).toBe('')
})

test('a question that was on its way when the page was reloaded is asked, and asked once', async () => {
  const page = await member()
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  let sends = 0
  await page.route('**/_serverFn/**', async (route) => {
    if (!route.request().postData()?.includes('in mid-air')) return route.continue()
    sends++
    if (sends > 1) return route.continue()
    see()
  })
  await ask(page, 'in mid-air')
  await seen
  await page.reload()
  await questions(page).getByText('in mid-air').waitFor()
  await page.waitForURL(/\/chat\/\d+$/)
  await answers(page).getByText('A short answer.').waitFor()
  await page.getByRole('link', { name: 'in mid-air' }).first().waitFor()
  expect(await page.getByRole('link', { name: 'in mid-air' }).count()).toBe(1)
  expect(await questions(page).count()).toBe(1)
})

test('the next question is queued while an answer is written, can be edited and removed, and is sent by itself', async () => {
  await script('queue', [{ say: 'The first answer.' }, { hold: true }, { say: ' Its end.' }])
  const page = await member()
  await ask(page, 'script:queue')
  await answers(page).getByText('The first answer.').waitFor()
  await ask(page, 'to be removed')
  await ask(page, 'to be edited')
  await queued(page).getByRole('listitem').nth(1).waitFor()
  expect(await questions(page).count()).toBe(1)

  await queued(page)
    .getByRole('listitem')
    .filter({ hasText: 'removed' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await queued(page).getByRole('button', { name: 'Edit' }).click()
  expect(await box(page).inputValue()).toBe('to be edited')
  await box(page).fill('the edited question')
  await page.getByRole('button', { name: 'Send after this answer' }).click()
  await queued(page).getByText('the edited question').waitFor()
  await release('queue')
  await questions(page).getByText('the edited question').waitFor()
  await answers(page).getByText('A short answer.').waitFor()
  expect(await queued(page).count()).toBe(0)
  expect(await questions(page).count()).toBe(2)
})

test('a queued question is sent although its member has gone to another page', async () => {
  await script('away', [{ say: 'Take your time.' }, { hold: true }, { say: ' Done.' }])
  const page = await member()
  await ask(page, 'script:away')
  await answers(page).getByText('Take your time.').waitFor()
  await ask(page, 'asked while away')
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  await release('away')
  await page.getByRole('link', { name: 'script:away' }).click()
  await questions(page).getByText('asked while away').waitFor()
  await answers(page).getByText('A short answer.').waitFor()
})

test('a queued question goes back into the box when the answer is stopped', async () => {
  await script('halts', [{ say: 'Never to end' }, { hold: true }, { say: '.' }])
  const page = await member()
  await ask(page, 'script:halts')
  await answers(page).getByText('Never to end').waitFor()
  await ask(page, 'what next?')
  await queued(page).getByText('what next?').waitFor()
  await page.keyboard.type('and this')
  await stop(page).click()
  await expect.poll(() => box(page).inputValue()).toBe('what next?\n\nand this')
  expect(await queued(page).count()).toBe(0)
  expect(await questions(page).count()).toBe(1)
})

test('a queued question goes back into the box when the answer fails', async () => {
  await script('fails', [{ say: 'Half' }, { hold: true }, { reset: true }])
  const page = await member()
  await ask(page, 'script:fails')
  await answers(page).getByText('Half').waitFor()
  await ask(page, 'still here?')
  await release('fails')
  await expect.poll(() => box(page).inputValue()).toBe('still here?')
  expect(await questions(page).count()).toBe(1)
})

test('a pasted file is uploaded, attached and sent with the question, and opens from it, also after a reload', async () => {
  const page = await member()
  await paste(page, 'pasted.txt')
  await chips(page).getByText('pasted.txt').waitFor()
  await page.getByRole('button', { name: 'Attach files, 1 attached' }).waitFor()
  // At once: the question waits for its file.
  await ask(page, 'What does it say?')
  const sent = questions(page).getByRole('link', { name: 'Open pasted.txt' })
  await sent.waitFor()
  expect(await chips(page).count()).toBe(0)
  await page.waitForURL(/\/chat\/\d+$/)
  await answers(page).getByText('A short answer.').waitFor()
  await page.reload()
  await sent.click()
  await page.waitForURL(/[?&]preview=\d+/)
  await page.frameLocator('iframe').getByText('The text of pasted.txt.').waitFor()
})

test('a picture of copied cells is not attached: their text is pasted', async () => {
  const page = await member()
  const prevented = await box(page).evaluate((element) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
    clipboardData.setData('text/plain', '1\t2')
    clipboardData.setData('text/html', '<table><tr><td>1</td><td>2</td></tr></table>')
    return !element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  expect(prevented).toBe(false)
  expect(await chips(page).count()).toBe(0)
})

test('files dropped anywhere on the chat page are attached, more than the limit are refused in words', async () => {
  const page = await member()
  await drop(page, 'dropped-a.txt', 'dropped-b.txt', 'dropped-c.txt')
  await page.getByText('Maximum number of files exceeded').waitFor()
  await page.getByText('Drop files to upload').waitFor({ state: 'detached' })
  expect(await chips(page).getByRole('listitem').count()).toBe(2)
  await page.getByText('2 files uploaded successfully').waitFor()
  await page.getByRole('button', { name: 'Remove dropped-a.txt' }).click()
  await page.getByRole('button', { name: 'Attach files, 1 attached' }).waitFor()
})

test('files dropped on the files page go into the library', async () => {
  const page = await member()
  await page.getByRole('link', { name: 'Files & Sources' }).first().click()
  await page.getByRole('heading', { name: 'Files & Sources' }).waitFor()
  await drop(page, 'to-library.txt')
  await page.getByRole('link', { name: 'Open to-library.txt' }).waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await box(page).waitFor()
  expect(await chips(page).count()).toBe(0)
})

test('the file panel finds, filters and chooses files, and says why others cannot join', async () => {
  const page = await member()
  for (const name of ['panel-one.txt', 'panel-two.txt', 'panel-three.txt']) {
    await paste(page, name)
    await page.getByRole('button', { name: `Remove ${name}` }).waitFor()
    await expect.poll(() => chips(page).getByRole('status').count(), { timeout: 15_000 }).toBe(0)
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  }
  await page.getByRole('button', { name: 'Attach files', exact: true }).click()
  const panel = page.getByRole('region', { name: 'Attach files' })
  await panel.getByRole('searchbox').fill('PANEL-')
  await expect.poll(() => panel.getByRole('checkbox').count()).toBe(3)
  await panel.getByLabel('panel-one.txt').check()
  await panel.getByLabel('panel-two.txt').check()
  await page.getByRole('button', { name: 'Attach files, 2 attached' }).waitFor()
  expect(await panel.getByLabel('panel-three.txt').isDisabled()).toBe(true)
  await panel.getByText('No more files can be added to this message').waitFor()
  await panel.getByLabel('panel-one.txt').uncheck()
  expect(await panel.getByLabel('panel-three.txt').isDisabled()).toBe(false)
  expect(await chips(page).getByRole('listitem').allInnerTexts()).toEqual(['panel-two.txt'])

  await panel.getByRole('button', { name: 'Organization' }).click()
  await panel.getByText('No items found').waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Attach files, 1 attached')
})

test('agents are picked in the grid by the arrow keys; those that are not available are shown, and skipped', async () => {
  const page = await member()
  const radios = page.getByRole('group', { name: 'Agent' }).getByRole('radio')
  await radios.first().waitFor()
  expect(await radios.count()).toBe(9)
  const first = page.getByRole('radio', { name: 'Automatic' })
  expect(await first.isChecked()).toBe(true)
  const enabled = await radios.evaluateAll((all) => all.filter((radio) => !(radio as HTMLInputElement).disabled).length)
  await first.focus()
  for (let step = 0; step < enabled; step++) await page.keyboard.press('ArrowDown')
  expect(await first.isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('radio', { name: 'Chat', exact: true }).isChecked()).toBe(true)
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Chat').waitFor()
})

test('the agent picker lists the default first and what is not available as disabled', async () => {
  const page = await member()
  await page.getByRole('combobox', { name: 'Agent' }).click()
  const options = page.getByRole('option')
  await options.first().waitFor()
  expect(await options.first().innerText()).toContain('Automatic')
  expect(await page.getByRole('option', { name: 'Creative' }).getAttribute('aria-disabled')).toBe('true')
})

test('the agent and the model are those of the last question, also after a reload', async () => {
  const page = await member()
  await page.getByRole('radio', { name: 'Chat', exact: true }).check()
  await page.getByRole('combobox', { name: 'Model' }).click()
  await page.getByRole('option', { name: 'large' }).click()
  await ask(page, 'remember my choice')
  await answers(page).getByText('A short answer.').waitFor()
  await page.reload()
  await page.getByRole('combobox', { name: 'Model' }).getByText('large').waitFor()
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Chat').waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('combobox', { name: 'Agent' }).getByText('Automatic').waitFor()
  await page.getByRole('combobox', { name: 'Model' }).getByText('Adaptive').waitFor()
})

test('single keys work outside of fields, are listed, and can be turned off', async () => {
  const page = await member()
  await ask(page, 'something to copy')
  await answers(page).getByText('A short answer.').waitFor()
  await page.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.type('n? stays text')
  expect(await box(page).inputValue()).toBe('n? stays text')
  await box(page).fill('')

  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  await page.getByText('Copied to clipboard').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A short answer.')
  await page.keyboard.press('i')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('b')
  await page.getByRole('link', { name: 'New Conversation' }).waitFor({ state: 'detached' })
  await page.keyboard.press('b')
  await page.getByRole('link', { name: 'New Conversation' }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/\/chat$/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')

  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await dialog.getByText('Copy the last answer').waitFor()
  await dialog.getByLabel('Use single-key shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('b')
  expect(await page.getByRole('link', { name: 'New Conversation' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByLabel('Use single-key shortcuts').check()
})

test('on a phone of 360 px everything of the composer fits, the panel too', async () => {
  const page = await member('user', { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true })
  await box(page).waitFor()
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

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
}
