import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Browser, openBrowser } from '../harness/browser.ts'

let browser: Browser
let unread: typeof import('~/web/chat/answers/unread.ts')

/** The tab, as it is after a load. */
const load = async () => {
  vi.resetModules()
  unread = await import('~/web/chat/answers/unread.ts')
}
const stored = () => JSON.parse(browser.storage.get('unread') ?? '[]') as number[]

beforeEach(async () => {
  browser = openBrowser()
  await load()
})
afterEach(() => void vi.unstubAllGlobals())

test('an answer that ends in the conversation that is shown is read', () => {
  browser.goTo('/chat/7')
  unread.markEnded(7)
  expect(stored()).toEqual([])
  expect(browser.title()).toBe('The product')
})

test('an answer that ends elsewhere is unread until its conversation is shown, also after a reload', async () => {
  browser.goTo('/files')
  unread.markEnded(7)
  browser.goTo('/chat/9')
  unread.markEnded(8)
  unread.markEnded(8)
  await load()
  unread.markRead(7)
  expect(stored()).toEqual([8])
})

test('an answer that ends in a hidden tab is unread, and the title says so until somebody looks', () => {
  browser.goTo('/chat/7')
  browser.hide()
  unread.markEnded(7)
  unread.markEnded(7)
  expect(stored()).toEqual([7])
  expect(browser.title()).toBe('● The product')
  browser.show()
  expect(browser.title()).toBe('The product')
})

test.each(['{"no":"list"}', 'half [', '["7", 1.5, null]'])(
  'what is stored wrongly (%s) counts for nothing',
  async (text) => {
    browser.storage.set('unread', text)
    await load()
    unread.markEnded(3)
    expect(stored()).toEqual([3])
  },
)
