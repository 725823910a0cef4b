import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { member, startSecondApp } from '../harness/index.ts'
import { act, focused, group, link, row, searchBox, titleField } from '../harness/sidebar.ts'

const { url: app } = await startSecondApp({ seed: 'tests/e2e/harness/seed-many-conversations.ts' })

describe('100,000 conversations', () => {
  const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)
  const allLoaded = (page: Page) => page.getByText('Loading older conversations').waitFor({ state: 'detached' })

  test('open with the newest in the first HTML, and all of them soon after, in fewer than 3,000 nodes', async () => {
    const page = await member({ app })
    await link(page, 'Talk 100000').waitFor()
    const html = await (await page.request.get('/chat')).text()
    // The newest 50 and the one old favorite.
    expect(new Set(html.match(/Talk \d+/g)).size).toBe(51)
    expect(html).toContain('Talk 50000')
    await group(page, 'Favorites').getByRole('link', { name: 'Talk 50000' }).waitFor()
    await allLoaded(page)
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

  test('an old one that is opened by its address comes with its title', async () => {
    const page = await member({ app, path: '/chat/1' })
    expect(await (await page.request.get('/chat/1')).text()).toMatch(/<h1 [^>]*>Talk 1<\/h1>/)
    await allLoaded(page)
    await page.getByRole('heading', { name: 'Talk 1', exact: true }).waitFor()
  })

  test('scroll without a blank frame, and keep the focus', async () => {
    const page = await member({ app })
    await group(page, 'Favorites').waitFor()
    await allLoaded(page)
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
    const page = await member({ app })
    await group(page, 'Favorites').waitFor()
    await act(page, 'Talk 99998', 'Rename')
    await titleField(page).fill('A needle')
    await page.keyboard.press('Enter')
    await link(page, 'A needle').waitFor()
    await act(page, 'A needle', 'Favorite')
    await group(page, 'Favorites').getByRole('link', { name: 'A needle' }).waitFor()
    await searchBox(page).fill('needle')
    await page.getByRole('list', { name: 'Search conversations' }).getByRole('link', { name: 'A needle' }).waitFor()
  })

  test('are cleared at once', async () => {
    const page = await member({ app })
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('dialog').getByText('100000').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('No conversations yet').waitFor()
  })
})
