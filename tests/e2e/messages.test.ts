import { readFile } from 'node:fs/promises'
import type { Locator, Page, Request, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startModelsServer, type Take } from '../models-server.ts'
import { newPage, type PageOptions, signIn, startSecondApp } from './harness/index.ts'

const models = await startModelsServer()
afterAll(models.close)
const appUrl = await startSecondApp({
  OPENAI_BASE_URL: models.url,
  OPENAI_API_KEY: 'key',
  OPENAI_MODELS: 'small,large',
})

const question = (page: Page) => page.getByRole('article', { name: 'You' })
const answer = (page: Page) => page.getByRole('article', { name: 'Assistant' })
const composer = (page: Page) => page.getByLabel('Your question')
const editBox = (page: Page) => page.getByLabel('Edit your question')
const texts = (messages: Locator) => messages.locator('p').first().textContent()

const script = (id: string, ...takes: Take[]) =>
  fetch(`${models.url}/scripts/${id}`, { method: 'PUT', body: JSON.stringify(takes) })
const release = (id: string) => fetch(`${models.url}/scripts/${id}/release`, { method: 'POST' })

async function member(options?: PageOptions): Promise<Page> {
  const page = await newPage(options)
  await page.goto(appUrl)
  await signIn(page, 'user')
  return page
}

async function ask(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Asks and waits for the answer's end. */
async function answered(page: Page, text: string) {
  const before = await question(page).count()
  await ask(page, text)
  await expect.poll(() => question(page).count()).toBe(before + 1)
  await page.getByRole('log').and(page.locator('[aria-busy=false]')).waitFor()
  await answer(page).last().getByRole('button', { name: 'Copy' }).waitFor()
}

const isFeedback = (request: Request) => request.method() === 'POST' && !!request.postData()?.includes('feedback')

/** The server function that takes a POST with this in its body fails from here on; gives how to mend it. */
async function refuse(page: Page, part: string) {
  const fail = (route: Route) =>
    route.request().method() === 'POST' && route.request().postData()?.includes(part) ? route.abort() : route.fallback()
  await page.route('**/_serverFn/**', fail)
  return () => page.unroute('**/_serverFn/**', fail)
}

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
      expect(await texts(question(page))).toBe('First question script:edited')
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
    expect(await texts(question(page))).toBe('Keyboard')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' again')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('on two lines')
    await page.keyboard.press('Enter')
    await expect.poll(() => texts(question(page))).toBe('Keyboard again\non two lines')
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
    await fetch(`${models.url}/scripts/slow/hung-up`)
  })

  test('keeps its answer, and the new text, when asking anew fails', async () => {
    await script('kept', [{ say: 'The answer that stays.' }])
    const page = await member()
    await answered(page, 'script:kept')
    const mend = await refuse(page, 'overwrite_prompt_id')
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
    await expect.poll(() => texts(question(page))).toBe('A better question')
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
    await expect.poll(() => texts(question(page))).toBe('日本語')
  })
})

describe('the last answer', () => {
  test('is tried again: the same question, another answer in its place', async () => {
    await script('again', [{ say: 'The first try.' }], [{ say: 'The second try.' }])
    const page = await member()
    await answered(page, 'script:again')
    await answer(page).getByRole('button', { name: 'Ask again' }).click()
    await answer(page).getByText('The second try.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
    expect(await question(page).count()).toBe(1)
    expect(await page.getByText('The first try.').count()).toBe(0)
  })

  test('is stopped and tried again in one step', async () => {
    await script('restart', [{ say: 'Going nowhere' }, { hold: true }], [{ say: 'Arrived.' }])
    const page = await member()
    await ask(page, 'script:restart')
    await answer(page).getByText('Going nowhere').waitFor()
    await answer(page).getByRole('button', { name: 'Stop and ask again' }).click()
    await answer(page).getByText('Arrived.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
  })

  test('says that it was stopped, keeps its text, and can be asked for again', async () => {
    await script('stopped', [{ say: 'Half' }, { hold: true }], [{ say: 'Whole.' }])
    const page = await member()
    await ask(page, 'script:stopped')
    await answer(page).getByText('Half').waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await answer(page).getByText('Stopped', { exact: true }).waitFor()
    expect(await answer(page).textContent()).toContain('Half')
    await answer(page).getByRole('button', { name: 'Ask again' }).click()
    await answer(page).getByText('Whole.').waitFor()
    expect(await answer(page).getByText('Stopped', { exact: true }).count()).toBe(0)
  })

  test('that failed keeps its text in the page, says why in red, and is asked for again over the failed one', async () => {
    await script('fails', [{ say: 'As far as it got' }, { hold: true }, { reset: true }], [{ say: 'Well now.' }])
    const page = await member()
    await ask(page, 'script:fails')
    await answer(page).getByText('As far as it got').waitFor()
    await release('fails')
    await answer(page).getByRole('alert').waitFor()
    expect(await answer(page).textContent()).toContain('As far as it got')
    await answer(page).getByRole('button', { name: 'Ask again' }).press('Enter')
    await answer(page).getByText('Well now.').waitFor()
    await answer(page).getByRole('button', { name: 'Copy' }).waitFor()
    expect(await answer(page).count()).toBe(1)
    expect(await answer(page).getByRole('alert').count()).toBe(0)
    expect(await question(page).count()).toBe(1)
  })
})

describe('feedback', () => {
  test('is good, bad or taken back, and is still there after a reload', async () => {
    const page = await member()
    await answered(page, 'Rate me')
    const pressed = (name: string) => answer(page).getByRole('button', { name }).getAttribute('aria-pressed')
    const stored = () => page.waitForResponse((response) => isFeedback(response.request()))

    await answer(page).getByRole('button', { name: 'Good answer' }).click()
    await expect.poll(() => pressed('Good answer')).toBe('true')
    const bad = stored()
    await answer(page).getByRole('button', { name: 'Bad answer' }).press('Enter')
    await expect.poll(() => pressed('Bad answer')).toBe('true')
    expect(await pressed('Good answer')).toBe('false')
    await bad
    await page.reload()
    await expect.poll(() => pressed('Bad answer')).toBe('true')
    const unknown = stored()
    await answer(page).getByRole('button', { name: 'Bad answer' }).click()
    await expect.poll(() => pressed('Bad answer')).toBe('false')
    await unknown
    await page.reload()
    await answer(page).getByRole('button', { name: 'Bad answer' }).waitFor()
    expect(await pressed('Bad answer')).toBe('false')
  })

  test('shows at once, and goes when the server refuses it', async () => {
    const page = await member()
    await answered(page, 'Rate me, offline')
    const good = answer(page).getByRole('button', { name: 'Good answer' })
    const held = Promise.withResolvers<void>()
    await page.route('**/_serverFn/**', async (route) => {
      if (!isFeedback(route.request())) return route.fallback()
      await held.promise
      return route.abort()
    })
    await good.click()
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('true')
    held.resolve()
    await expect.poll(() => good.getAttribute('aria-pressed')).toBe('false')
    await page.getByText('Something went wrong').first().waitFor()
  })
})

describe('copying', () => {
  test('puts the Markdown without citation markers on the clipboard', async () => {
    await script('copies', [{ say: 'A **bold** word.' }])
    const page = await member()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await answered(page, 'script:copies')
    await answer(page).getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied to clipboard').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A **bold** word.')
  })

  test('an answer that is only an image is refused, in words', async () => {
    await script('image', [{ say: '![A chart](/files/5)' }])
    const page = await member()
    await answered(page, 'script:image')
    await answer(page).getByRole('button', { name: 'Copy' }).click()
    await page.getByText("Images can't be copied, download the file instead").waitFor()
  })
})

test('a branch holds what was before the question, with the question to be changed, and the old conversation stays', async () => {
  await script('one', [{ say: 'Answer one.' }])
  await script('two', [{ say: 'Answer two.' }])
  await script('other', [{ say: 'Another answer two.' }])
  const page = await member()
  await answered(page, 'Question script:one')
  await answered(page, 'Question script:two')
  const old = page.url()
  await question(page).last().getByRole('button', { name: 'Branch from here' }).click()
  await page.waitForURL((url) => url.href !== old && /\/chat\/\d+$/.test(url.pathname))
  await page.getByRole('heading', { name: 'Question script:one (branch)' }).waitFor()
  await answer(page).getByText('Answer one.').waitFor()
  await expect.poll(() => question(page).count()).toBe(1)
  expect(await composer(page).inputValue()).toBe('Question script:two')
  await composer(page).fill('script:other')
  await composer(page).press('Enter')
  await answer(page).getByText('Another answer two.').waitFor()
  await page.goto(old)
  await answer(page).getByText('Answer two.', { exact: true }).waitFor()
  expect(await question(page).count()).toBe(2)
  expect(await page.getByText('Another answer two.').count()).toBe(0)
})

describe('an export', () => {
  async function saved(page: Page, item: string) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Conversation actions' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: item }).press('Enter')
    const file = await download
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }

  test('is Markdown to read, or the API’s entries as JSON, named after the conversation', async () => {
    await script('exports', [{ say: 'It says **so**.' }])
    const page = await member()
    await answered(page, 'What / does it say? script:exports')
    const markdown = await saved(page, 'Export as Markdown')
    expect(markdown.name).toBe('What does it say script exports.md')
    expect(markdown.text).toContain('# What / does it say? script:exports')
    expect(markdown.text).toContain('It says **so**.')
    const json = await saved(page, 'Export as JSON')
    expect(json.name).toBe('What does it say script exports.json')
    const { entries } = JSON.parse(json.text) as { entries: { content: { version: number; response?: string } }[] }
    expect(entries.map(({ content }) => content.version)).toEqual([1, 2])
    expect(entries[1]?.content.response).toBe('It says **so**.')
  })
})

test('a conversation that does not exist says so, and leads to a new one', async () => {
  const page = await member()
  await page.goto(`${appUrl}/chat/999999`)
  await page.getByRole('heading', { name: 'This conversation does not exist' }).waitFor()
  expect(await composer(page).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'New Conversation' }).click()
  await page.getByRole('heading', { name: 'What would you like to do?' }).waitFor()
})

test('Arabic reads from right to left, each paragraph for itself', async () => {
  const page = await member()
  await answered(page, 'مرحبا بالعالم')
  const directionOf = (text: string) =>
    question(page)
      .getByText(text)
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const box = element.getBoundingClientRect()
        const words = range.getBoundingClientRect()
        return { direction: getComputedStyle(element).direction, right: Math.round(box.right - words.right) }
      })
  expect(await directionOf('مرحبا بالعالم')).toEqual({ direction: 'rtl', right: 0 })
})

test('a question as long as a book is shown by its beginning, and whole on request', async () => {
  const page = await member()
  const book = `Summarise: ${'lorem ipsum dolor '.repeat(9000)}`
  await answered(page, book)
  expect((await texts(question(page)))?.length).toBeLessThan(1300)
  await question(page).getByRole('button', { name: 'Show more' }).click()
  expect((await texts(question(page)))?.length).toBe(book.trim().length)
  await question(page).getByRole('button', { name: 'Show less' }).click()
  expect((await texts(question(page)))?.length).toBeLessThan(1300)
})

test('the end of an answer is announced once, and the log is busy until then', async () => {
  await script('announced', [{ say: 'Slowly' }, { hold: true }, { say: ' done.' }])
  const page = await member()
  await ask(page, 'script:announced')
  await answer(page).getByText('Slowly').waitFor()
  expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('true')
  expect(await composer(page).evaluate((box) => box === document.activeElement)).toBe(true)
  const status = page.getByRole('status').filter({ hasText: 'The answer is finished' })
  expect(await status.count()).toBe(0)
  await release('announced')
  await status.waitFor({ state: 'attached' })
  expect(await page.getByRole('log').getAttribute('aria-busy')).toBe('false')
})
