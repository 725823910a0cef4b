import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDraftStore, forgetStoredDrafts } from '~/web/chat/composer/draft-store.ts'
import { withQueued, withReturned } from '~/web/chat/composer/draft.ts'
import { createBrowserStorage } from '~/ui/browser-storage.ts'
import { question } from '../harness/drafts.ts'
import { storageDouble } from '../harness/storage.ts'

const storeIn = (storage: Storage) => createBrowserStorage(() => storage)
const tabStorage = () => storeIn(storageDouble())

const typed = (text: string) => (draft: object) => ({ files: [], queue: [], ...draft, text })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a draft is there again after a reload, each conversation with its own', () => {
  const storage = tabStorage()
  const before = createDraftStore(storage, 1)
  before.update('new', typed('a beginning'))
  before.update(7, (draft) => ({ ...draft, agent: 'search_ai', queue: [question('q')] }))
  before.write()
  const after = createDraftStore(storage, 1)
  expect(after.get('new').text).toBe('a beginning')
  expect(after.get(7)).toMatchObject({ text: '', agent: 'search_ai', queue: [{ id: 'q' }] })
  expect(after.get(8).text).toBe('')
})

it('a draft is written down a moment after the last key by itself', () => {
  const storage = tabStorage()
  createDraftStore(storage, 1).update(7, typed('soon'))
  expect(storage.names()).toEqual([])
  vi.advanceTimersByTime(300)
  expect(createDraftStore(storage, 1).get(7).text).toBe('soon')
})

it('another member on the same tab sees none of it', () => {
  const storage = tabStorage()
  const mine = createDraftStore(storage, 1)
  mine.update('new', typed('mine'))
  mine.write()
  expect(createDraftStore(storage, 11).all().size).toBe(0)
  expect(createDraftStore(storage, 2).get('new').text).toBe('')
})

it('what a member typed is gone after logging out, also what was not written yet', () => {
  const storage = tabStorage()
  const drafts = createDraftStore(storage, 1)
  drafts.update(7, typed('written'))
  drafts.write()
  drafts.update(8, typed('not written'))
  drafts.forget()
  forgetStoredDrafts(storage)
  drafts.write()
  vi.runAllTimers()
  expect(storage.names()).toEqual([])
})

it('what is typed while a new conversation gets its number moves there, and the next new one is empty', () => {
  const storage = tabStorage()
  const drafts = createDraftStore(storage, 1)
  drafts.update('new', typed('the next question'))
  drafts.move('new', 12)
  drafts.write()
  expect(drafts.get(12).text).toBe('the next question')
  expect(drafts.get('new').text).toBe('')
  expect(storage.names()).toEqual(['draft:1:12'])
})

it('an emptied draft leaves nothing behind', () => {
  const storage = tabStorage()
  const drafts = createDraftStore(storage, 1)
  drafts.update(7, typed('a'))
  drafts.write()
  drafts.update(7, typed(''))
  drafts.write()
  expect(storage.names()).toEqual([])
})

it('a full storage loses nothing of what is being typed', () => {
  const full = storageDouble()
  full.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const drafts = createDraftStore(storeIn(full), 1)
  drafts.update(7, typed('long'))
  drafts.write()
  expect(drafts.get(7).text).toBe('long')
})

it('what cannot be read is an empty draft, not an error', () => {
  const storage = tabStorage()
  storage.set('draft:1:7', '{"text":')
  storage.set('draft:1:8', '{"text":"kept"}')
  const drafts = createDraftStore(storage, 1)
  expect(drafts.get(7)).toEqual({ text: '', files: [], queue: [] })
  expect(drafts.get(8)).toEqual({ text: 'kept', files: [], queue: [] })
})

it('a question that came back, though the server may have it, is the same question when it is sent again after a reload', () => {
  const storage = tabStorage()
  const lost = question('lost', { sent: true })
  const before = createDraftStore(storage, 1)
  before.update('new', (draft) => withReturned({ ...draft, queue: [lost] }, [lost]))
  before.write()
  const after = createDraftStore(storage, 1)
  const sentAs = (text: string) => withQueued(after.get('new'), question('again', { text })).queue[0]!.id
  expect(sentAs(after.get('new').text)).toBe('lost')
  expect(sentAs('another question')).toBe('again')
})

it('what was asked as a new conversation is another question in the one that it became', () => {
  const store = createDraftStore(tabStorage(), 1)
  const lost = question('lost', { sent: true })
  store.update('new', (draft) => withReturned({ ...draft, queue: [lost] }, [lost]))
  store.move('new', 7)
  expect(withQueued(store.get(7), question('again', { text: lost.text })).queue[0]!.id).toBe('again')
})
