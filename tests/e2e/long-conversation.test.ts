import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { answer, ask, member, newPage, question, script, signIn, startSecondApp } from './harness/index.ts'
import { countRenders, rendersOf } from './harness/renders.ts'

const { url: app } = await startSecondApp({ seed: 'tests/e2e/harness/seed-long-conversation.ts' })

const scroller = (page: Page) => page.locator('[data-scroller]')

async function longConversation(): Promise<Page> {
  const page = await member({ app })
  await page.getByRole('link', { name: 'Ten thousand messages' }).click()
  await answer(page).getByText('Answer 5000.').waitFor()
  // Drawn as Markdown, which has another height than the text that stands for it until then.
  await answer(page).locator('em').first().waitFor()
  return page
}

/**
 * Measures in every frame how much of what the reader sees is not a message. Returns the most since the last call, in
 * pixels.
 */
async function watchBlanks(page: Page) {
  await scroller(page).evaluate((box) => {
    const watched = window as { blank?: number }
    watched.blank = 0
    const look = () => {
      const view = box.getBoundingClientRect()
      let covered = 0
      for (const row of box.querySelectorAll('[data-index]')) {
        const { top, bottom } = row.getBoundingClientRect()
        covered += Math.max(0, Math.min(bottom, view.bottom) - Math.max(top, view.top))
      }
      watched.blank = Math.max(watched.blank ?? 0, view.height - covered)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () =>
    page.evaluate(() => {
      const watched = window as { blank?: number }
      const most = watched.blank
      watched.blank = 0
      return most
    })
}

/** A few pixels of space at either end of the list, and rounding, are no gap. */
const noGap = 30

test('10,000 messages open at the last one, as fewer than 3,000 elements', async () => {
  const page = await longConversation()
  const fromEnd = () =>
    scroller(page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000)
  await page.reload()
  await answer(page).getByText('Answer 5000.').waitFor()
  await expect.poll(fromEnd).toBeLessThanOrEqual(1)
})

test('scrolling, page by page or far at once, meets no gap and keeps the page small', async () => {
  const page = await longConversation()
  const blank = await watchBlanks(page)
  await scroller(page).hover()
  for (let steps = 0; steps < 25; steps++) {
    await page.mouse.wheel(0, -500)
    await frame(page)
  }
  for (const share of [0.5, 0.1, 0.9]) {
    await scroller(page).evaluate((box, part) => box.scrollTo({ top: box.scrollHeight * part }), share)
    await frame(page)
    await scroller(page).focus()
    for (let steps = 0; steps < 5; steps++) {
      await page.keyboard.press('PageDown')
      await frame(page)
    }
  }
  expect(await blank()).toBeLessThan(noGap)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000)
})

test('Home and End lead to the first and the last message', async () => {
  const page = await longConversation()
  await scroller(page).focus()
  await page.keyboard.press('Home')
  await question(page).getByText('Question 1.').waitFor()
  await expect.poll(() => scroller(page).evaluate((box) => box.scrollTop)).toBe(0)
  await page.keyboard.press('End')
  await answer(page).getByText('Answer 5000.').waitFor()
  await expect
    .poll(() => scroller(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight))
    .toBeLessThanOrEqual(1)
})

test('the reader who scrolled up stays at the same words while messages above turn out higher or lower than guessed', async () => {
  const page = await longConversation()
  await scroller(page).hover()
  for (let steps = 0; steps < 20; steps++) {
    const before = await topMessage(page)
    await page.mouse.wheel(0, -300)
    // Within the rounding of two positions.
    await expect.poll(async () => Math.abs((await offsetOf(page, before.index)) - before.top - 300)).toBeLessThan(3)
  }
})

test('a conversation of more than 10,000 messages has its newest one and its first', async () => {
  const page = await member({ app })
  await page.getByRole('link', { name: 'Beyond one page' }).click()
  await answer(page).getByText('Answer 5100.').waitFor()
  await scroller(page).focus()
  await page.keyboard.press('Home')
  await question(page).getByText('Question 1.').waitFor()
})

describe('a hit of the search in a message', () => {
  const wombat = (page: Page) => question(page).getByText('Where does the wombat sleep?')
  const hit = (page: Page) => page.getByRole('list', { name: 'Search conversations' }).getByRole('link')
  const longer = { timeout: 10_000 }
  const revealed = (page: Page) => page.locator('[data-revealed]')
  /** Pixels from the top of the view. */
  const fromTop = async (page: Page) => (await wombat(page).boundingBox())!.y - (await scroller(page).boundingBox())!.y

  async function find(page: Page) {
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('wombat')
    await hit(page).click()
    await page.waitForURL(/\?entry=\d+&words=/)
  }

  test('leads to that message among 10,000, marks it for a moment, and leads there again', async () => {
    const page = await member({ app })
    await find(page)
    await wombat(page).waitFor()
    expect(await revealed(page).getByText('wombat').count()).toBe(1)
    // It stays there while the answers around it get their Markdown.
    await answer(page).locator('em').first().waitFor()
    await expect.poll(() => fromTop(page), longer).toBeLessThan(80)
    expect(await fromTop(page)).toBeGreaterThan(0)
    await expect.poll(() => revealed(page).count(), longer).toBe(0)

    const blank = await watchBlanks(page)
    await scroller(page).hover()
    for (let steps = 0; steps < 30; steps++) {
      await page.mouse.wheel(0, -500)
      await frame(page)
    }
    await hit(page).click()
    await expect.poll(() => fromTop(page), longer).toBeLessThan(80)
    expect(await revealed(page).count()).toBe(1)
    expect(await blank()).toBeLessThan(noGap)

    // The address alone does the same; the way back to the newest is there.
    await page.reload()
    await wombat(page).waitFor()
    await expect.poll(() => fromTop(page), longer).toBeLessThan(80)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3000)
    await page.getByRole('button', { name: 'Back to the newest message' }).click()
    await answer(page).getByText('Answer 5000.').waitFor()
  })

  test('is marked without a movement for whoever wants none', async () => {
    const page = await member({ app })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await find(page)
    await revealed(page).waitFor()
    const { duration, color } = await revealed(page).evaluate((row) => {
      const { transitionDuration, outlineColor } = getComputedStyle(row)
      return { duration: parseFloat(transitionDuration), color: outlineColor }
    })
    expect(duration).toBeLessThan(0.001)
    expect(color).not.toBe('rgba(0, 0, 0, 0)')
  })

  test('an address with an entry that is none, or another’s, opens at the newest', async () => {
    const page = await longConversation()
    const address = page.url()
    for (const entry of ['999999999', '-3', 'x', '%00']) {
      await page.goto(`${address}?entry=${entry}`)
      await answer(page).getByText('Answer 5000.').waitFor()
      await expect
        .poll(() => scroller(page).evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight), longer)
        .toBeLessThanOrEqual(1)
      expect(await revealed(page).count()).toBe(0)
    }
  })
})

test('while an answer is written, no other message is drawn again', async () => {
  const words = Array.from({ length: 51 }, (_, n) => [{ say: `word${n} ` }, { pause: 20 }]).flat()
  // It does not end while it is looked at.
  await script('frames', [...words, { hold: true }])
  const page = await newPage({ app })
  await countRenders(page)
  await signIn(page, 'user')
  for (const text of ['One', 'Two']) {
    await ask(page, text)
    await answer(page).last().getByRole('button', { name: 'Copy' }).waitFor()
  }
  await ask(page, 'script:frames')
  await answer(page).getByText('word3').waitFor()
  const before = await rendersOf(page, 'article')
  await answer(page).getByText('word50').waitFor()
  const after = await rendersOf(page, 'article')
  const drawn = after.map((count, index) => count - (before[index] ?? 0))
  // The question and answer of each of three exchanges, in order.
  expect(drawn.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
  expect(drawn[5]).toBeGreaterThan(1)
})

/** The next frame has been drawn. */
const frame = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** The first message that is wholly in view: its index and where its top is. */
const topMessage = (page: Page) =>
  scroller(page).evaluate((box) => {
    const view = box.getBoundingClientRect()
    const rows = [...box.querySelectorAll<HTMLElement>('[data-index]')]
    const row = rows.find((each) => each.getBoundingClientRect().top >= view.top)!
    return { index: Number(row.dataset.index), top: Math.round(row.getBoundingClientRect().top) }
  })

const offsetOf = (page: Page, index: number) =>
  page.locator(`[data-index="${index}"]`).evaluate((row) => Math.round(row.getBoundingClientRect().top))
