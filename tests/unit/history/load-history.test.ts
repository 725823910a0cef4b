import { expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import {
  type HistoryList,
  isComplete,
  loadHistory,
  newestSize,
  type ReadPage,
} from '~/web/chat/history/load-history.ts'

const time = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

/** A server with conversations, the latest first, that remembers what it was asked. */
class Server {
  asked: { page_size: number; after?: string }[] = []
  conversations: Conversation[]

  constructor(count: number) {
    this.conversations = Array.from({ length: count }, (_, i) => this.conversation(count - i, count - i))
  }

  conversation(id: number, second: number): Conversation {
    return {
      id,
      title: `Talk ${id}`,
      pipeline: 'auto_ai',
      favorite: false,
      created_at: time(0),
      updated_at: time(second),
    }
  }

  /** Somebody speaks in a conversation, an old or a new one. */
  speak(id: number, second: number) {
    this.conversations = [this.conversation(id, second), ...this.conversations.filter((each) => each.id !== id)]
  }

  read: ReadPage = (query) => {
    this.asked.push(query)
    const [at, id] = query.after?.split(',') ?? []
    const from = at ? this.conversations.findIndex((each) => each.updated_at === at && each.id === Number(id)) + 1 : 0
    return Promise.resolve({
      data: this.conversations.slice(from, from + query.page_size),
      total: this.conversations.length,
    })
  }
}

const now = Date.UTC(2026, 0, 2)
const load = (server: Server, known?: HistoryList, at = now) => {
  server.asked = []
  return loadHistory(server.read, known, () => {}, at)
}

test('a list that the newest page holds takes one call', async () => {
  const server = new Server(newestSize)
  expect((await load(server)).data).toEqual(server.conversations)
  expect(server.asked).toHaveLength(1)
  expect((await load(new Server(0))).data).toEqual([])
})

test('a longer list comes in pages, and is shown as far as it has come', async () => {
  const server = new Server(12_000)
  const lengths: number[] = []
  const history = await loadHistory(server.read, undefined, (part) => {
    expect(isComplete(part)).toBe(false)
    lengths.push(part.data.length)
  })
  expect(history.data).toEqual(server.conversations)
  expect(lengths).toEqual([1000, 6000, 11_000])
  expect(server.asked).toHaveLength(4)
})

test('asking again takes only the newest, and puts what was spoken in since at its new place', async () => {
  const server = new Server(8000)
  const known = await load(server)
  server.speak(17, 9000)
  server.speak(8001, 9001)
  const history = await load(server, known)
  expect(server.asked).toEqual([{ page_size: newestSize }])
  expect(history.data).toEqual(server.conversations)
})

test('something that was deleted elsewhere is noticed, and everything is read anew', async () => {
  const server = new Server(8000)
  const known = await load(server)
  server.conversations = server.conversations.filter(({ id }) => id !== 40)
  server.speak(8001, 9000)
  expect((await load(server, known)).data).toEqual(server.conversations)
  expect(server.asked.length).toBeGreaterThan(1)
})

test('a reading that was broken off goes on where it was', async () => {
  const server = new Server(12_000)
  let part: HistoryList | undefined
  await loadHistory(server.read, undefined, (seen) => (part = seen), now)
  expect(part?.data).toHaveLength(11_000)
  expect((await load(server, part)).data).toEqual(server.conversations)
  expect(server.asked).toHaveLength(2)
})

test('where more is new than the newest page holds, nothing between is left out', async () => {
  const server = new Server(8000)
  const known = await load(server)
  for (let i = 1; i <= 1500; i++) server.speak(8000 + i, 9000 + i)
  expect((await load(server, known)).data).toEqual(server.conversations)
})

test('the hourly reading asks for everything', async () => {
  const server = new Server(8000)
  const known = await load(server)
  server.conversations[7000]!.title = 'Renamed elsewhere'
  const history = await load(server, known, now + 3_600_000)
  expect(server.asked).toHaveLength(3)
  expect(history.data).toEqual(server.conversations)
})

test('a total that never comes true ends the reading', async () => {
  const server = new Server(1500)
  const read: ReadPage = async (query) => ({ ...(await server.read(query)), total: 9999 })
  expect((await loadHistory(read, undefined, () => {})).data).toHaveLength(1500)
})
