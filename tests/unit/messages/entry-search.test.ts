import { expect, test } from 'vitest'
import { entrySearch } from '~/web/chat/entry-search.ts'

test('the address of a message names its entry', () => {
  expect(entrySearch({ entry: 12 })).toEqual({ entry: 12 })
})

test.each([undefined, 0, -1, 1.5, '12', 'x', null, Number.MAX_VALUE, { entry: 12 }])(
  'a bad one (%j) names none',
  (entry) => {
    expect(entrySearch({ entry })).toEqual({ entry: undefined })
  },
)
