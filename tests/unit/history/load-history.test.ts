import { describe, expect, test } from 'vitest'
import type { Conversation } from '~/contract/conversations.ts'
import {
  firstHistory,
  type HistoryList,
  isComplete,
  loadHistory,
  newestSize,
  type PageQuery,
  type ReadPage,
} from '~/web/chat/history/load-history.ts'

const time = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

/** A server with conversations, the latest first, that remembers what it was asked. */
class Server {
  asked: PageQuery[] = []
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
    const all = query.favorite ? this.conversations.filter(({ favorite }) => favorite) : this.conversations
    if (query.favorite) return Promise.resolve({ data: all.slice(0, query.page_size), total: all.length })
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

describe('the first HTML', () => {
  /** Every 500th of 8000 conversations is a favorite. */
  const withFavorites = () => {
    const server = new Server(8000)
    for (const conversation of server.conversations) conversation.favorite = conversation.id % 500 === 0
    return server
  }
  const favoritesIn = ({ data }: HistoryList) => data.filter(({ favorite }) => favorite).map(({ id }) => id)

  test('has the newest and all favorites, each once', async () => {
    const server = withFavorites()
    const first = await firstHistory(server.read, now)
    expect(first.data.slice(0, 50)).toEqual(server.conversations.slice(0, 50))
    expect(favoritesIn(first)).toEqual(server.conversations.filter(({ favorite }) => favorite).map(({ id }) => id))
    expect(first.data).toHaveLength(50 + 15)
    expect(isComplete(first)).toBe(false)
  })

  test('keeps its favorites while the rest is read, and nothing between them is left out', async () => {
    const server = withFavorites()
    const first = await firstHistory(server.read, now)
    const lists: HistoryList[] = []
    const history = await loadHistory(server.read, first, (part) => lists.push(part), now)
    for (const part of lists) expect(favoritesIn(part)).toEqual(favoritesIn(first))
    expect(lists.map(({ data }) => data.length)).toEqual([1000 + 14, 6000 + 4])
    expect(history.data).toEqual(server.conversations)
    // Broken off, and begun again.
    expect((await load(server, lists[1])).data).toEqual(server.conversations)
  })

  test('of few conversations is the whole list', async () => {
    const server = new Server(3)
    server.conversations[2]!.favorite = true
    const first = await firstHistory(server.read, now)
    expect(first.data).toEqual(server.conversations)
    expect(isComplete(first)).toBe(true)
  })
})
