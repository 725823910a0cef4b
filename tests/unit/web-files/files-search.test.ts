import { createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { fileIdOf, fragmentOf, placeOf } from '~/web/files/place.ts'
import { filesSearch } from '~/web/files/files-search.ts'

const defaults = { page: undefined, name: undefined, groups: undefined, file: undefined, content: undefined }

describe("the file library's address", () => {
  it('carries page, name, group filter and the dialogs that are open', () => {
    const search = { page: 3, name: '設計', groups: 'private', file: 12, content: 13 }
    expect(filesSearch(search)).toEqual(search)
  })

  it('leaves the defaults out', () => {
    expect(filesSearch({ page: 1, name: '  ', groups: 'all' })).toEqual(defaults)
  })

  it('takes a bad value for the default', () => {
    for (const page of [0, -1, 1.5, '2', Infinity, 1_000_001, null, [2]])
      expect(filesSearch({ page })).toEqual(defaults)
    for (const name of [null, true, ['a'], { a: 1 }]) expect(filesSearch({ name })).toEqual(defaults)
    for (const file of [0, -1, 1.5, '12', 2 ** 53, null]) expect(filesSearch({ file, content: file })).toEqual(defaults)
    for (const groups of ['Private', 3, null, ['private']]) expect(filesSearch({ groups })).toEqual(defaults)
  })

  it('names every key, so that no bad value of the address is left', () => {
    expect(Object.keys(filesSearch({ page: 'x' }))).toEqual(Object.keys(defaults))
  })

  it('searches for a number as for any other name', () => {
    expect(filesSearch({ name: 2026 }).name).toBe('2026')
  })

  it('cuts a name to what the provider takes', () => {
    expect(filesSearch({ name: 'あ'.repeat(300) }).name).toHaveLength(200)
  })
})

describe('a link to a file', () => {
  it('names the file in its path and the page after the #', () => {
    expect(fileIdOf('5')).toBe(5)
    expect(placeOf('page=2')).toEqual({ page: 2 })
  })

  it('without a page opens the file alone', () => {
    expect(placeOf('')).toEqual({})
  })

  it('opens nothing unless both are digits', () => {
    for (const segment of [undefined, '', '0', 'abc', '5a', '-5', '1e3', '5.0', '9'.repeat(16)]) {
      expect(fileIdOf(segment)).toBeUndefined()
    }
    for (const hash of ['page=', 'page=0', 'page=x', 'page=2&x', 'xpage=2', 'page=-1'])
      expect(placeOf(hash).page).toBeUndefined()
  })

  it.each([
    'The limit is 240 euros.',
    '上限は２４０ユーロ（税込）\n別表 1',
    '100 % of C:\\temp & more #1 + x=y?',
    '"%41" %25',
  ])('carries the cited words %j, whole or as the router hands them over', (words) => {
    const hash = fragmentOf({ page: 3, words })
    expect(placeOf(hash)).toEqual({ page: 3, words })
    const { hash: handedOver } = routerAt(`/files/7#${hash}`)
    expect(placeOf(handedOver)).toEqual({ page: 3, words })
  })

  it('carries the words without a page, and says nothing where there are none', () => {
    expect(placeOf(fragmentOf({ words: 'The limit' }))).toEqual({ words: 'The limit' })
    expect(fragmentOf({ words: undefined })).toBe('')
    for (const hash of ['words=', 'words=%E3', 'xwords=a', 'page=2words=a']) expect(placeOf(hash).words).toBeUndefined()
  })

  it('names a long passage by its beginning and end, and keeps the address short', () => {
    const long = 'が'.normalize('NFD').repeat(60) + '中'.repeat(500) + '終'.repeat(30)
    expect(placeOf(fragmentOf({ words: long })).words).toBe(`${'が'.normalize('NFD').repeat(50)}…${'終'.repeat(30)}`)
    const many = Array.from({ length: 40 }, (_, line) => `${line} ${'字'.repeat(70)}`).join('\n')
    const { words } = placeOf(fragmentOf({ words: many }))
    expect(many.startsWith(words!)).toBe(true)
    expect(words!.length).toBeGreaterThan(300)
    expect(fragmentOf({ words: many }).length).toBeLessThan(4000)
  })
})

const routerAt = (address: string) =>
  createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [address] }),
  }).latestLocation
