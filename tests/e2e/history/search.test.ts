import { describe, expect, test } from 'vitest'
import { member, reload, script } from '../harness/index.ts'
import { group, searchBox } from '../harness/sidebar.ts'
import { talk } from '../harness/talk.ts'

describe('the search', () => {
  test('finds titles and messages, Japanese words of two letters too, and marks them', async () => {
    await script('answer', [{ say: '東京の天気予報は晴れです。' }])
    const id = await talk('script:answer forecast')
    const page = await member({ who: 'admin' })
    await searchBox(page).fill('天気')
    const found = page.getByRole('list', { name: 'Search conversations' }).getByRole('link')
    await found.first().waitFor()
    expect(await found.count()).toBe(1)
    expect(await found.locator('mark').allTextContents()).toEqual(['天気'])
    await found.click()
    await page.waitForURL(new RegExp(`/chat/${id}\\?entry=\\d+&words=%E5%A4%A9%E6%B0%97$`))
    await searchBox(page).fill('forecasts')
    await page.keyboard.press('Enter')
    await found.locator('mark', { hasText: 'forecast' }).first().waitFor()
    await searchBox(page).fill('no such words')
    await page.getByText('Nothing found for “no such words”').waitFor()
  })

  test('leads to the words themselves within a very long answer, and within a question that is folded, and marks them', async () => {
    const filler = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => `Paragraph ${from + index}: ${'many more words '.repeat(8)}\n\n`)
    const long = [...filler(0, 200), 'Here the **giant** *pangolin* sleeps.\n\n', ...filler(200, 300)].join('')
    await script('long', [{ say: long }])
    await talk(`script:long ${filler(0, 40).join('')} An axolotl at the end`)
    const page = await member({ who: 'admin' })
    const found = page.getByRole('list', { name: 'Search conversations' }).getByRole('link')
    const marked = () =>
      page.evaluate(() => {
        const [range] = [...(CSS.highlights.get('revealed-words') ?? [])] as Range[]
        const box = range?.getBoundingClientRect()
        return box && box.top > 0 && box.bottom < innerHeight && box.height > 0 ? String(range) : ''
      })
    await searchBox(page).fill('giant pangolin')
    await found.locator('mark', { hasText: 'giant' }).first().click()
    await expect.poll(marked).toBe('giant pangolin')
    await page.locator('[data-scroller]').evaluate((box) => box.scrollTo({ top: 0 }))
    await expect.poll(marked).toBe('')
    await found.first().click()
    await expect.poll(marked).toBe('giant pangolin')

    await reload(page)
    await expect.poll(marked).toBe('giant pangolin')
    await searchBox(page).fill('axolotl')
    await found.locator('mark', { hasText: 'axolotl' }).first().click()
    await expect.poll(marked).toBe('axolotl')
  })

  test('waits 600 ms, and for the end of a composition; Escape clears it, but not within a composition', async () => {
    const page = await member({ who: 'admin' })
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
})
