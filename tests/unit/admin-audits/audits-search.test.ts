import { describe, expect, test } from 'vitest'
import { auditsSearch } from '~/web/admin/audits/audits-search.ts'
import { userIdIn } from '~/web/admin/audits/user-id.ts'

const nothing = {
  tab: undefined,
  page: undefined,
  user: undefined,
  conversation: undefined,
  start: undefined,
  end: undefined,
  audit: undefined,
}

describe('the address of the audits', () => {
  test('is read as it was written', () => {
    const search = { page: 3, user: 7, conversation: 2, start: '2026-11-01', end: '2026-11-21', audit: 9 }
    expect(auditsSearch(search)).toEqual({ ...nothing, ...search })
    expect(auditsSearch({ tab: 'actions', page: 2 })).toEqual({ ...nothing, tab: 'actions', page: 2 })
  })

  test.each([
    { page: 0 },
    { page: -1 },
    { page: 1.5 },
    { page: 'two' },
    { page: 1_000_001 },
    { user: 'hanako' },
    { user: 0 },
    { user: {} },
    { conversation: '1; DROP' },
    { start: '2026-02-30' },
    { start: '2026-2-3' },
    { start: 20_261_101 },
    { end: 'tomorrow' },
    { end: ['2026-11-01'] },
    { tab: 'others' },
    { audit: 'x' },
    { audit: Number.MAX_SAFE_INTEGER + 1 },
  ])('falls back where it is nonsense: %j', (search) => {
    expect(auditsSearch(search)).toEqual(nothing)
  })

  test('has no conversation and no open audit among the actions of admins', () => {
    expect(auditsSearch({ tab: 'actions', conversation: 2, audit: 9 })).toEqual({ ...nothing, tab: 'actions' })
  })
})

test.each([
  ['7', 7],
  [' 42 ', 42],
  ['７', 7],
  ['0', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['hanako', undefined],
  ['', undefined],
  ['99999999999999999999', undefined],
])('the search for %j is for the user %s', (text, id) => {
  expect(userIdIn(text)).toBe(id)
})
