import { expect, test, vi } from 'vitest'
import { createBrowserStorage } from '~/ui/browser-storage.ts'
import { storageDouble } from '../harness/storage.ts'

test('what is kept is in the storage of the browser', () => {
  const storage = storageDouble()
  const kept = createBrowserStorage(() => storage)
  kept.set('language', 'ja')
  expect(storage.getItem('language')).toBe('ja')
  expect(createBrowserStorage(() => storage).get('language')).toBe('ja')
  kept.remove('language')
  expect(kept.get('language')).toBeNull()
  expect(kept.names()).toEqual([])
})

test('where the browser forbids storage, the page keeps it', () => {
  const kept = createBrowserStorage(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  expect(kept.get('draft')).toBeNull()
  kept.set('draft', 'half a thought')
  expect(kept.get('draft')).toBe('half a thought')
  expect(kept.names()).toEqual(['draft'])
  kept.remove('draft')
  expect(kept.get('draft')).toBeNull()
})

test('where it is full, the page has the latest, and the browser gets it as soon as there is room', () => {
  const storage = storageDouble()
  const kept = createBrowserStorage(() => storage)
  kept.set('draft', 'before')
  const full = vi.spyOn(Object.getPrototypeOf(storage) as Storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  kept.set('draft', 'after')
  expect(kept.get('draft')).toBe('after')
  expect(kept.names()).toEqual(['draft'])
  full.mockRestore()
  kept.set('draft', 'last')
  expect(storage.getItem('draft')).toBe('last')
  expect(kept.get('draft')).toBe('last')
})
