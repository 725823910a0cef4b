import { describe, expect, it } from 'vitest'
import { fileIdOf, pageOfHash } from '~/web/files/file-link.ts'
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
  it('names the file in its path and the page behind the #', () => {
    expect(fileIdOf('5')).toBe(5)
    expect(pageOfHash('page=2')).toBe(2)
  })

  it('without a page opens the file alone', () => {
    expect(pageOfHash('')).toBeUndefined()
  })

  it('opens nothing unless both are digits', () => {
    for (const segment of [undefined, '', '0', 'abc', '5a', '-5', '1e3', '5.0', '9'.repeat(16)]) {
      expect(fileIdOf(segment)).toBeUndefined()
    }
    for (const hash of ['page=', 'page=0', 'page=x', 'page=2&x', 'xpage=2', 'page=-1'])
      expect(pageOfHash(hash)).toBeUndefined()
  })
})
