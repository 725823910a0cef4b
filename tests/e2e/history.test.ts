import type { Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { startModelsServer, type Take } from '../models-server.ts'
import { idToken, newPage, type PageOptions, signIn, startSecondApp, type Who } from './harness/index.ts'

const models = await startModelsServer()
afterAll(models.close)
const appUrl = await startSecondApp(
  {
    OPENAI_BASE_URL: models.url,
    OPENAI_API_KEY: 'key',
    OPENAI_MODELS: 'small',
    QUESTIONS_PER_MINUTE: '1000',
    RUNNING_ANSWERS: '20',
  },
  'tests/e2e/harness/seed-conversations.ts',
)

const script = (id: string, ...takes: Take[]) =>
  fetch(`${models.url}/scripts/${id}`, { method: 'PUT', body: JSON.stringify(takes) })
const release = (id: string) => fetch(`${models.url}/scripts/${id}/release`, { method: 'POST' })

/** Asks through the API, as another device does, and waits for the end of the answer. */
async function talk(query: string): Promise<number> {
  const response = await fetch(`${appUrl}/web/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await idToken('admin')}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, pipeline: 'chat_ai', background: true }),
  })
  return Number(/"conversation_id":(\d+)/.exec(await response.text())?.[1])
}

async function member(options: PageOptions = {}, who: Who = 'admin', path = '/chat'): Promise<Page> {
  const page = await newPage(options)
  await page.goto(appUrl + path)
  await signIn(page, who)
  return page
}

const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const link = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true })
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (page: Page) => page.getByLabel('Title of the conversation')
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search conversations' })
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel)

async function act(page: Page, title: string, action: 'Favorite' | 'Rename' | 'Delete') {
  await row(page, title).hover()
  await row(page, title).getByRole('button', { name: action }).click()
}

/** Holds the next changing call until it is let go on or refused; the calls are counted. */
async function holdChanges(page: Page) {
  const held = Promise.withResolvers<(route: Route) => Promise<void>>()
  const calls = { count: 0 }
  await page.route('**/_serverFn/**', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    calls.count++
    await (
      await held.promise
    )(route)
  })
  return {
    calls,
    refuse: () => held.resolve((route) => route.abort()),
    letGo: () => held.resolve((route) => route.continue()),
  }
}

describe('the list', () => {
  test('has the six groups in their order, and the link that clears all on the first', async () => {
    const page = await member()
    await act(page, 'Aged -40 days', 'Favorite')
    await group(page, 'Favorites').getByRole('link', { name: 'Aged -40 days' }).waitFor()
    await page.reload({ waitUntil: 'networkidle' })
    await group(page, 'Favorites').waitFor()
    const names = ['Favorites', 'Today', 'Yesterday', 'Last week', 'Last month']
    expect(await page.getByRole('navigation').getByRole('heading', { level: 2 }).allTextContents()).toEqual(names)
    for (const name of names) expect(await group(page, name).getByRole('listitem').count(), name).toBe(1)
    expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(1)
    await group(page, 'Favorites').getByRole('button', { name: 'Clear all' }).waitFor()
    await act(page, 'Aged -40 days', 'Favorite')
    await group(page, 'Others').getByRole('link', { name: 'Aged -40 days' }).waitFor()
    await group(page, 'Today').getByRole('button', { name: 'Clear all' }).waitFor()
  })

  test('speaks Japanese', async () => {
    const page = await member({ language: 'ja' })
    await page.getByRole('heading', { level: 2, name: '昨日' }).waitFor()
    const names = await page.getByRole('navigation').getByRole('heading', { level: 2 }).allTextContents()
    expect(names).toEqual(['今日', '昨日', '過去7日間', '過去30日間', 'それ以前'])
  })

  test('learns when another conversation is opened, and every hour, what was said elsewhere', async () => {
    const page = await newPage()
    await page.clock.install()
    await page.goto(`${appUrl}/chat`)
    await signIn(page, 'admin')
    await link(page, 'Aged 0 days').waitFor()
    await talk('said while nothing was opened')
    expect(await link(page, 'said while nothing was opened').count()).toBe(0)
    await link(page, 'Aged -1 days').click()
    await link(page, 'said while nothing was opened').waitFor()
    await talk('said within the hour')
    await page.clock.fastForward('59:00')
    expect(await link(page, 'said within the hour').count()).toBe(0)
    await page.clock.fastForward('02:00')
    await link(page, 'said within the hour').waitFor()
  })
})

describe('a favorite', () => {
  test('is made and taken back by the keyboard', async () => {
    await talk('by the keyboard')
    const page = await member()
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
    const page = await member()
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
    const page = await member()
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
    const page = await member()
    await act(page, 'an old title', 'Rename')
    expect(await field(page).inputValue()).toBe('an old title')
    await field(page).fill('  a new title ')
    await page.keyboard.press('Enter')
    await link(page, 'a new title').waitFor()
    await expect.poll(() => focused(page)).toBe('a new title')
    await page.waitForLoadState('networkidle')
    await page.reload()
    await link(page, 'a new title').waitFor()
  })

  test('by the keyboard alone; Escape leaves the title as it was', async () => {
    await talk('kept as it is')
    const page = await member()
    await link(page, 'kept as it is').focus()
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
    await field(page).fill('something else')
    await page.keyboard.press('Escape')
    await link(page, 'kept as it is').waitFor()
    await expect.poll(() => focused(page)).toBe('kept as it is')
  })

  test('the same title makes no call, and an empty one is refused', async () => {
    await talk('the very same')
    const page = await member()
    await row(page, 'the very same').waitFor()
    const { calls } = await holdChanges(page)
    await act(page, 'the very same', 'Rename')
    await field(page).fill(' the very same ')
    await page.keyboard.press('Enter')
    await link(page, 'the very same').waitFor()
    await act(page, 'the very same', 'Rename')
    await field(page).fill('   ')
    await page.keyboard.press('Enter')
    await page.getByText('A conversation needs a title').waitFor()
    expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    await page.keyboard.press('Escape')
    await link(page, 'the very same').waitFor()
    expect(calls.count).toBe(0)
  })

  test('that fails brings the old title back, with a notice', async () => {
    await talk('it was this')
    const page = await member()
    await row(page, 'it was this').waitFor()
    const { refuse } = await holdChanges(page)
    await act(page, 'it was this', 'Rename')
    await field(page).fill('it is that')
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
      const page = await member()
      await act(page, title, 'Rename')
      await field(page).fill('変換中')
      for (const key of ['Enter', 'Escape']) {
        await field(page).evaluate(
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
        expect(await field(page).inputValue(), key).toBe('変換中')
      }
      await field(page).fill(`変換済み ${browser}`)
      await page.keyboard.press('Enter')
      await link(page, `変換済み ${browser}`).waitFor()
    },
  )
})

describe('deleting', () => {
  test('asks first; the open conversation is left for a new one', async () => {
    const id = await talk('to be deleted')
    const page = await member({}, 'admin', `/chat/${id}`)
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
    const page = await member({}, 'admin', `/chat/${shown}`)
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
    const page = await member()
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

test('arrows, Home and End lead through the rows of all groups, and the Tab key leads out', async () => {
  const page = await member()
  const links = page.getByRole('navigation').locator('[data-conversation] a')
  await links.first().waitFor()
  const titles = await links.allTextContents()
  await links.first().focus()
  for (const title of titles.slice(1)) {
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(title)
  }
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toBe(titles.at(-1))
  await page.keyboard.press('Home')
  expect(await focused(page)).toBe(titles[0])
  await page.keyboard.press('End')
  expect(await focused(page)).toBe(titles.at(-1))
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toBe(titles.at(-2))
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[data-conversation]') === null)).toBe(true)
})

test('a conversation shows that its answer is being written, and that it ended while the reader was elsewhere', async () => {
  await script('elsewhere', [{ say: 'Wait' }, { hold: true }, { say: ' and see.' }])
  const page = await member()
  await page.getByLabel('Your question').fill('script:elsewhere')
  await page.keyboard.press('Enter')
  await page.getByText('Wait').waitFor()
  await row(page, 'script:elsewhere An answer is being written')
    .or(row(page, 'script:elsewhereAn answer is being written'))
    .waitFor()
  await page.getByRole('link', { name: 'New Conversation' }).click()
  await release('elsewhere')
  const unread = page.getByRole('navigation').getByRole('link', { name: /script:elsewhere\s*New answer/ })
  await unread.waitFor()
  await unread.click()
  await page.getByText('Wait and see.').waitFor()
  await link(page, 'script:elsewhere').waitFor()
})

describe('the search', () => {
  test('finds titles and messages, Japanese words of two letters too, and marks them', async () => {
    await script('answer', [{ say: '東京の天気予報は晴れです。' }])
    const id = await talk('script:answer forecast')
    const page = await member()
    await searchBox(page).fill('天気')
    const found = page.getByRole('list', { name: 'Search conversations' }).getByRole('link')
    await found.first().waitFor()
    expect(await found.count()).toBe(1)
    expect(await found.locator('mark').allTextContents()).toEqual(['天気'])
    await found.click()
    await page.waitForURL(`**/chat/${id}`)
    await searchBox(page).fill('forecasts')
    await page.keyboard.press('Enter')
    await found.locator('mark', { hasText: 'forecast' }).first().waitFor()
    await searchBox(page).fill('no such words')
    await page.getByText('Nothing found for “no such words”').waitFor()
  })

  test('waits 600 ms, and for the end of a composition; Escape clears it, but not within a composition', async () => {
    const page = await member()
    await searchBox(page).waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      const sent = decodeURIComponent(request.url())
      if (sent.includes('_serverFn') && sent.includes('typed')) asked.push(sent)
    })
    await searchBox(page).pressSequentially('typed')
    await page.getByText('Nothing found for “typed”').waitFor()
    expect(asked).toHaveLength(1)
    const compose = (...steps: (['keydown', string, number] | ['compositionstart'] | ['compositionend'])[]) =>
      searchBox(page).evaluate((input, steps) => {
        for (const [type, key, keyCode] of steps) {
          input.dispatchEvent(
            type === 'keydown'
              ? new KeyboardEvent(type, { key, keyCode, bubbles: true, cancelable: true } as KeyboardEventInit)
              : new CompositionEvent(type, { bubbles: true }),
          )
        }
      }, steps)
    await compose(['compositionstart'], ['compositionend'], ['keydown', 'Escape', 229])
    expect(await searchBox(page).inputValue()).toBe('typed')
    await searchBox(page).press('Escape')
    expect(await searchBox(page).inputValue()).toBe('')
    await group(page, 'Today').waitFor()
  })

  test('is reached with Ctrl+K from anywhere, also while the sidebar is hidden', async () => {
    const page = await member()
    await page.getByLabel('Your question').focus()
    await page.keyboard.press('Control+k')
    await expect.poll(() => focused(page)).toBe('Search conversations')
    await page.getByRole('button', { name: 'Chat History' }).click()
    await searchBox(page).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await expect.poll(() => focused(page)).toBe('Search conversations')
    await searchBox(page).press('Enter')
  })
})

test('on a phone each row has a menu with the same actions', async () => {
  await talk('in the hand')
  const page = await member({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await page.getByRole('button', { name: 'Show navigation' }).tap()
  const menu = (title: string) => page.getByRole('button', { name: `Actions for “${title}”` })
  await menu('in the hand').tap()
  await page.getByRole('menuitemcheckbox', { name: 'Favorite' }).tap()
  await group(page, 'Favorites').getByRole('link', { name: 'in the hand' }).waitFor()
  await menu('in the hand').tap()
  await page.getByRole('menuitem', { name: 'Rename' }).tap()
  await field(page).fill('in the pocket')
  await page.keyboard.press('Enter')
  await link(page, 'in the pocket').waitFor()
  await menu('in the pocket').tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).tap()
  await link(page, 'in the pocket').waitFor({ state: 'detached' })
})

test('clearing all asks first, ends a running answer, and leaves a new conversation', async () => {
  await script('cleared', [{ say: 'Not to be' }, { hold: true }, { say: ' ended.' }])
  const page = await member()
  await page.getByLabel('Your question').fill('script:cleared')
  await page.keyboard.press('Enter')
  await page.getByText('Not to be').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await link(page, 'Aged -1 days').waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await page.waitForURL(/\/chat$/)
  await page.getByText('No conversations yet').waitFor()
  await fetch(`${models.url}/scripts/cleared/hung-up`)
  await page.reload()
  await page.getByText('No conversations yet').waitFor()
})

describe('100,000 conversations', () => {
  const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

  test('open with the newest in the first HTML, and all of them soon after, in fewer than 3,000 nodes', async () => {
    const page = await member({}, 'user')
    await link(page, 'Talk 100000').waitFor()
    const html = await (await page.request.get(`${appUrl}/chat`)).text()
    expect(new Set(html.match(/Talk \d+/g)).size).toBe(50)
    await group(page, 'Favorites').getByRole('link', { name: 'Talk 50000' }).waitFor()
    await page.getByText('Loading older conversations').waitFor({ state: 'detached' })
    expect(await nodes(page)).toBeLessThan(3000)
    await link(page, 'Talk 100000').focus()
    await page.keyboard.press('End')
    expect(await focused(page)).toBe('Talk 1')
    expect(await link(page, 'Talk 1').isVisible()).toBe(true)
    const item = row(page, 'Talk 1')
    expect(await item.getAttribute('aria-posinset')).toBe(await item.getAttribute('aria-setsize'))
    await page.keyboard.press('PageUp')
    expect(Number((await focused(page))?.replace('Talk ', ''))).toBeGreaterThan(5)
    expect(await nodes(page)).toBeLessThan(3000)
  })

  test('scroll without a blank frame, and keep the focus', async () => {
    const page = await member({}, 'user')
    await group(page, 'Favorites').waitFor()
    await link(page, 'Talk 99999').focus()
    const blank = await page.evaluate(async () => {
      const scroller = document.querySelector('[data-conversation]')!.closest('.overflow-y-auto')!
      const { left, top, width, height } = scroller.getBoundingClientRect()
      const holes: number[] = []
      for (let frame = 0; frame < 120; frame++) {
        scroller.scrollTop += frame % 40 === 39 ? 400_000 : 300
        await new Promise((resolve) => requestAnimationFrame(resolve))
        for (let y = top + 4; y < top + height - 4; y += 20) {
          const at = document.elementFromPoint(left + width / 2, y)
          if (!at?.closest('[data-conversation], h2, section > div')) holes.push(frame)
        }
      }
      return holes
    })
    expect(blank).toEqual([])
    expect(await focused(page)).toBe('Talk 99999')
    expect(await nodes(page)).toBeLessThan(3000)
  })

  test('one of them is renamed, made a favorite and found', async () => {
    const page = await member({}, 'user')
    await group(page, 'Favorites').waitFor()
    await act(page, 'Talk 99998', 'Rename')
    await field(page).fill('A needle')
    await page.keyboard.press('Enter')
    await link(page, 'A needle').waitFor()
    await act(page, 'A needle', 'Favorite')
    await group(page, 'Favorites').getByRole('link', { name: 'A needle' }).waitFor()
    await searchBox(page).fill('needle')
    await page.getByRole('list', { name: 'Search conversations' }).getByRole('link', { name: 'A needle' }).waitFor()
  })

  test('are cleared at once', async () => {
    const page = await member({}, 'user')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('dialog').getByText('100000').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('No conversations yet').waitFor()
  })
})
