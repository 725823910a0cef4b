import { describe, expect, it } from 'vitest'
import { usersSearch } from '~/web/admin/users/users-search.ts'

const defaults = { page: undefined, email: undefined, sort: undefined, user: undefined }

describe("the address of the users' screen", () => {
  it('carries page, search, sort and the details that are open', () => {
    const search = { page: 3, email: '@example', sort: '-created', user: 7 }
    expect(usersSearch(search)).toEqual(search)
  })

  it('leaves the defaults out', () => {
    expect(usersSearch({ page: 1, email: '  ', sort: '-id' })).toEqual(defaults)
  })

  it('takes a bad value for the default, and leaves none of it', () => {
    for (const page of [0, -1, 1.5, '2', Infinity, 1_000_001, null, [2]])
      expect(usersSearch({ page })).toEqual(defaults)
    for (const email of [null, true, ['a'], { a: 1 }]) expect(usersSearch({ email })).toEqual(defaults)
    for (const sort of ['email', 'ID', 3, null, ['id'], 'constructor']) expect(usersSearch({ sort })).toEqual(defaults)
    for (const user of [0, -1, '7', 2 ** 53, null]) expect(usersSearch({ user })).toEqual(defaults)
    expect(Object.keys(usersSearch({ page: 'x' }))).toEqual(Object.keys(defaults))
  })

  it('searches for a number as for any other text, and no further than an address is long', () => {
    expect(usersSearch({ email: 2026 }).email).toBe('2026')
    expect(usersSearch({ email: 'a'.repeat(300) }).email).toHaveLength(254)
  })
})
