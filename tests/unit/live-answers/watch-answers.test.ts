import type { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import type { TabNews } from '~/web/chat/answers/answer-tabs.ts'
import { type LiveAnswer, newLiveAnswer } from '~/web/chat/answers/live-answers.ts'
import { type Browser, openBrowser } from '../harness/browser.ts'
import { newQueryClient } from '../harness/replay.ts'

const listConversations = vi.hoisted(() => vi.fn())
vi.mock('~/web/chat/history/history.functions.ts', () => ({ listConversations }))

/** The tabs of one browser. */
class Tabs extends EventTarget {
  static open: Tabs[] = []
  constructor(readonly name: string) {
    super()
    Tabs.open.push(this)
  }
  postMessage(data: unknown) {
    for (const tab of Tabs.open) if (tab !== this) tab.dispatchEvent(new MessageEvent('message', { data }))
  }
}

let browser: Browser
let queryClient: QueryClient
let modules: {
  watch: typeof import('~/web/chat/answers/watch-answers.ts')
  live: typeof import('~/web/chat/answers/live-answers.ts')
  queries: typeof import('~/web/chat/queries.ts')
}
let stop: () => void
/** The conversations in which an answer is being written, as the server knows it. */
let running: number[]
let conversations: number[]

const row = (id: number): Conversation => ({
  id,
  title: `Talk ${id}`,
  pipeline: 'auto_ai',
  favorite: false,
  created_at: '2026-11-21T00:00:00.000Z',
  updated_at: '2026-11-21T00:00:00.000Z',
  ...(running.includes(id) && { running: true }),
})
const list = () => ({ data: conversations.map(row), total: conversations.length })
const unread = () => JSON.parse(browser.storage.get('unread') ?? '[]') as number[]
/** The list of conversations has been read, whoever asked for it. */
const readList = () =>
  queryClient.setQueryData(modules.queries.conversationsQuery.queryKey, { ...list(), readAt: Date.now() })
const tellOtherTabs = (news: TabNews) => new Tabs('answers').postMessage(news)
const live: LiveAnswer = { ...newLiveAnswer('auto_ai'), entryId: 3 }

beforeEach(async () => {
  vi.useFakeTimers()
  browser = openBrowser()
  vi.stubGlobal('BroadcastChannel', Tabs)
  vi.resetModules()
  modules = {
    watch: await import('~/web/chat/answers/watch-answers.ts'),
    live: await import('~/web/chat/answers/live-answers.ts'),
    queries: await import('~/web/chat/queries.ts'),
  }
  queryClient = newQueryClient()
  conversations = [7, 8]
  running = []
  listConversations.mockReset()
  listConversations.mockImplementation(() => Promise.resolve(Response.json(list())))
  stop = () => {}
})
afterEach(() => {
  stop()
  Tabs.open = []
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that shows something else has just been loaded. */
function load() {
  browser.goTo('/files')
  readList()
  stop = modules.watch.watchAnswers(queryClient)
}
const minute = () => vi.advanceTimersByTimeAsync(60_000)

test('an answer that ran when the page was loaded marks its conversation when it ends', async () => {
  running = [7]
  load()
  await vi.advanceTimersByTimeAsync(5000)
  expect(unread()).toEqual([])
  running = []
  await minute()
  expect(unread()).toEqual([7])
})

test('asks for few conversations, less and less often, and not at all while nothing runs', async () => {
  load()
  await minute()
  expect(listConversations).not.toHaveBeenCalled()
  running = [7]
  readList()
  await vi.advanceTimersByTimeAsync(2000)
  expect(listConversations.mock.calls).toEqual([[{ data: { page_size: 50 } }]])
  await minute()
  expect(listConversations.mock.calls.length).toBeLessThan(9)
  listConversations.mockClear()
  await minute()
  expect(listConversations).toHaveBeenCalledTimes(4)
  running = []
  await minute()
  listConversations.mockClear()
  await minute()
  expect(listConversations).not.toHaveBeenCalled()
})

test('goes on asking when a call fails', async () => {
  running = [7]
  load()
  listConversations.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await vi.advanceTimersByTimeAsync(2000)
  running = []
  await minute()
  expect(unread()).toEqual([7])
})

test('a list that is read in between says it too', () => {
  running = [7, 8]
  load()
  running = [8]
  readList()
  expect(unread()).toEqual([7])
})

test('an answer that this tab reads itself is not its business, nor is one that was deleted', async () => {
  running = [7, 8]
  load()
  modules.live.setLiveAnswer(7, live)
  running = []
  modules.live.removeLiveAnswer(7)
  conversations = [7]
  await minute()
  expect(unread()).toEqual([])
})

test('an answer that another tab asked for marks its conversation when it ends, told or not', async () => {
  load()
  running = [7]
  tellOtherTabs({ conversationId: 7, event: 'asked' })
  running = []
  tellOtherTabs({ conversationId: 7, event: 'unread' })
  expect(unread()).toEqual([7])
  running = [8]
  tellOtherTabs({ conversationId: 8, event: 'asked' })
  // The other tab is closed.
  running = []
  await minute()
  expect(unread()).toEqual([7, 8])
})

test('what the reader sees end, stops or reads in another tab is read here too', async () => {
  running = [7]
  load()
  running = []
  tellOtherTabs({ conversationId: 7, event: 'read' })
  await minute()
  expect(unread()).toEqual([])
  tellOtherTabs({ conversationId: 8, event: 'unread' })
  expect(unread()).toEqual([8])
  tellOtherTabs({ conversationId: 8, event: 'read' })
  expect(unread()).toEqual([])
})

test('nothing is asked for after the product was left', async () => {
  running = [7]
  load()
  stop()
  readList()
  await minute()
  expect(listConversations).not.toHaveBeenCalled()
})
