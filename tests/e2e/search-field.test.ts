import { expect, test } from 'vitest'
import { member, reload } from './harness/index.ts'

/** Has timers of 600 ms end just when the search field is drawn with another text, before React clears them. */
const endTimersAsDrawn = () => {
  const waiting = new Map<number, () => void>()
  const { setTimeout: wait, clearTimeout: clear } = window
  window.setTimeout = ((run: () => void, ms: number) => {
    const id = wait(ms === 600 ? () => {} : run, ms)
    if (ms === 600) waiting.set(id, run)
    return id
  }) as typeof window.setTimeout
  window.clearTimeout = ((id: number) => {
    waiting.delete(id)
    clear(id)
  }) as typeof window.clearTimeout
  const end = () => {
    for (const run of waiting.values()) run()
    waiting.clear()
  }
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => (target as Element).matches('input[type=search]'))) end()
  }).observe(document, { attributes: true, attributeFilter: ['value'], subtree: true })
}

// Whose requests are listed is of no account here.
const user = '1'

test('a filter that the address brings back stays, though the search field was about to search', async () => {
  const page = await member({ who: 'admin', path: `/admin/audits?user=${user}` })
  await page.addInitScript(endTimersAsDrawn)
  await reload(page)
  const field = page.getByRole('searchbox', { name: 'Search by user ID' })
  await page.getByRole('navigation').getByRole('link', { name: 'Audits' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await page.goBack()
  await expect.poll(() => field.inputValue()).toBe(user)
  await page.getByText(/^Showing |^No items found$/).waitFor()
  expect(new URL(page.url()).searchParams.get('user')).toBe(user)
})
